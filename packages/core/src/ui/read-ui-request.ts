import {
  audio,
  type Content,
  type ContentPart,
  checkOptions,
  content,
  errorMessage,
  file,
  image,
  isRecord,
  type JsonObject,
  optionsOf,
  shortenText,
} from '@toolwright/contract';
import type { ApprovalDecision, ApprovalDecisions } from '../approval/decision.js';
import { invalidRequest, readRequestBody } from './read-request-body.js';
import type { UIProtocol } from './to-ui-stream.js';

/** A request of a user interface. Everything in it comes from the client: the conversation may belong to somebody else. */
export type UIRequest = UIMessageRequest | UIApprovalRequest;

interface UIRequestBase {
  /** The id of the conversation, which the client chose. */
  readonly threadId: string;
  /** The id of the run in AG-UI, for `toUIResponse`. */
  readonly runId: string | undefined;
  /** The whole body, unchecked, for fields of your own. Its earlier messages are what the client claims was said. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A message of the user. */
export interface UIMessageRequest extends UIRequestBase {
  /** `message`: it continues the conversation. `regenerate`: it replaces an earlier message, or is to be answered again. */
  readonly kind: 'message' | 'regenerate';
  readonly input: string | Content;
  /** The number of user messages before this one. For `regenerate`, later messages are to be forgotten. */
  readonly turn: number;
}

/** Decisions about the calls at which the conversation is paused. */
export interface UIApprovalRequest extends UIRequestBase {
  readonly kind: 'approval';
  /** The decisions by call id, for `resumeStream`, which refuses the ids of other calls. */
  readonly decisions: ApprovalDecisions;
}

/** Options of `readUIRequest`. */
export interface UIRequestOptions {
  /** The maximum size of the body in bytes. Clients send the whole conversation, with its images. Default: 16 MiB. */
  readonly maxBytes?: number | undefined;
  /**
   * Whether an image or a file may be given by this URL, which the server or the provider may then request. Default: none, only
   * `data:` URLs.
   */
  readonly allowUrl?: ((url: string) => boolean) | undefined;
}

const OPTIONS = optionsOf<UIRequestOptions>()({ 'a number': 'maxBytes', 'a function': 'allowUrl' });

/**
 * Reads what `useChat` of the AI SDK or a client of AG-UI sends. Only the last message of the user, or the decisions in the request are read:
 * the server knows the earlier messages, and a client could invent answers and results.
 * @param request a web `Request`, or its body if a framework has parsed it
 * @throws ToolwrightError `INVALID_REQUEST` for everything else, also for a part of a message that cannot be read
 */
export async function readUIRequest(
  request: unknown,
  protocol: UIProtocol,
  options: UIRequestOptions = {},
): Promise<UIRequest> {
  checkOptions(options, OPTIONS, 'readUIRequest');
  const { maxBytes = 16 * 1024 * 1024, allowUrl = () => false } = options;
  const body = await readRequestBody(request, maxBytes);
  const list = body.messages;
  if (!Array.isArray(list)) throw invalidRequest("'messages' must be a list.");
  const last: unknown = list.at(-1);
  const base = { runId: undefined, body };
  if (protocol === 'ag-ui') {
    const { runId, resume } = body;
    const ids = {
      ...base,
      threadId: idOf('threadId', body),
      runId: typeof runId === 'string' ? runId : undefined,
    };
    if (!Array.isArray(resume) || resume.length === 0)
      return { ...ids, kind: 'message', ...readQuestion(list, 'content', allowUrl) };
    if (isRecord(last) && last.role === 'user')
      throw invalidRequest('A request has either decisions or a new message.');
    return { ...ids, kind: 'approval', decisions: Object.fromEntries(resume.map(readResume)) };
  }
  const ids = { ...base, threadId: idOf('id', body) };
  const { trigger = 'submit-message', messageId } = body;
  if (isRecord(last) && last.role === 'assistant' && trigger === 'submit-message') {
    const decisions = Object.fromEntries(partsOf(last.parts).flatMap(readResponded));
    if (Object.keys(decisions).length === 0)
      throw invalidRequest('No call in the last message has been decided.');
    return { ...ids, kind: 'approval', decisions };
  }
  const replaces = trigger === 'regenerate-message' || (typeof messageId === 'string' && messageId !== '');
  if (trigger !== 'submit-message' && trigger !== 'regenerate-message')
    throw invalidRequest(`'trigger' is ${shown(trigger)}; expected submit-message or regenerate-message.`);
  return { ...ids, kind: replaces ? 'regenerate' : 'message', ...readQuestion(list, 'parts', allowUrl) };
}

function readQuestion(
  list: readonly unknown[],
  member: 'content' | 'parts',
  allowUrl: (url: string) => boolean,
) {
  const last = list.at(-1);
  if (!isRecord(last) || last.role !== 'user')
    throw invalidRequest('The last message must be one of the user.');
  const given = last[member];
  const parts =
    typeof given === 'string' && member === 'content' ? [{ type: 'text', text: given }] : partsOf(given);
  const read = parts.map((part) => readPart(part, allowUrl)).filter((part) => part !== '');
  if (read.length === 0) throw invalidRequest('The message is empty.');
  const [first] = read;
  return {
    input: read.length === 1 && typeof first === 'string' ? first : content(...read),
    turn: list.filter((message) => isRecord(message) && message.role === 'user').length - 1,
  };
}

/** Reads a part of either protocol: AG-UI names the kind of a medium, the AI SDK its media type. */
function readPart(part: unknown, allowUrl: (url: string) => boolean): string | ContentPart {
  const { type, text, url, mediaType, filename, source } = isRecord(part) ? part : {};
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'file' && typeof url === 'string')
    return toMedia(
      url,
      String(mediaType ?? ''),
      allowUrl,
      typeof filename === 'string' ? filename : undefined,
    );
  const { type: form, value, mimeType = MEDIA[String(type)] } = isRecord(source) ? source : {};
  if (Object.hasOwn(MEDIA, String(type)) && typeof value === 'string' && typeof mimeType === 'string') {
    if (form === 'data') return toMedia(`data:${mimeType};base64,${value}`, mimeType, allowUrl);
    if (form === 'url') return toMedia(value, mimeType, allowUrl);
  }
  throw invalidRequest(`A part of type ${shown(type)} cannot be read; expected a text, an image or a file.`);
}

/** The media types of the parts of AG-UI that do not state one. */
const MEDIA: Readonly<Record<string, string>> = {
  image: 'image/*',
  audio: 'audio/*',
  video: 'video/*',
  document: 'application/octet-stream',
};

function toMedia(
  url: string,
  mediaType: string,
  allowUrl: (url: string) => boolean,
  name?: string,
): ContentPart {
  if (!url.startsWith('data:') && !allowUrl(url))
    throw invalidRequest(
      `The file at '${shortenText(url, 100)}' must be sent in the request, as a data: URL.`,
    );
  try {
    if (mediaType.startsWith('image/')) return image(url);
    return mediaType.startsWith('audio/') ? audio(url) : file(url, name);
  } catch (error) {
    throw invalidRequest(errorMessage(error));
  }
}

/** Reads the answer to an interrupt of AG-UI. */
function readResume(entry: unknown): readonly [string, ApprovalDecision] {
  if (!isRecord(entry)) throw invalidRequest("An entry of 'resume' must be an object.");
  const id = idOf('interruptId', entry);
  return [id, entry.status === 'cancelled' ? { approved: false } : decisionOf(id, entry.payload)];
}

/** Reads the answer in a tool part of the AI SDK; empty for other parts. */
function readResponded(part: unknown): readonly (readonly [string, ApprovalDecision])[] {
  if (!isRecord(part) || part.state !== 'approval-responded' || !isRecord(part.approval)) return [];
  const id = idOf('id', part.approval);
  return [[id, decisionOf(id, part.approval)]];
}

function decisionOf(id: string, given: unknown): ApprovalDecision {
  const { approved, reason, arguments: args } = isRecord(given) ? given : {};
  if (approved === false) return typeof reason === 'string' ? { approved, reason } : { approved };
  if (approved !== true)
    throw invalidRequest(`The decision about ${shown(id)} has no 'approved: true' or 'false'.`);
  // `resumeStream` refuses other values.
  return { approved, arguments: args as JsonObject | undefined };
}

function partsOf(given: unknown): readonly unknown[] {
  if (!Array.isArray(given)) throw invalidRequest('A message must have a list of parts.');
  return given;
}

function idOf(name: string, given: Readonly<Record<string, unknown>>): string {
  const id = given[name];
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID) return id;
  throw invalidRequest(`'${name}' must be a string of 1 to ${MAX_ID} characters.`);
}

const MAX_ID = 500;

function shown(value: unknown): string {
  return typeof value === 'string' ? `'${shortenText(value, 100)}'` : typeof value;
}
