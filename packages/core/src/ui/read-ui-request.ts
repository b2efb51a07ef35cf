import { type Content, checkOptions, isRecord, optionsOf } from '@toolwright/contract';
import type { ApprovalDecision, ApprovalDecisions } from '../approval/decision.js';
import { invalidConfig } from '../base/invalid-config.js';
import { invalidRequest, readRequestBody } from './read-request-body.js';
import { type AllowUrl, readUserMessage } from './read-user-message.js';
import { type UIProtocol, unknownProtocol } from './to-ui-stream.js';

/** A request of a user interface. Everything in it comes from the client: the conversation may belong to somebody else. */
export type UIRequest = {
  /** The id of the conversation, which the client chose. */
  readonly threadId: string;
  /** The id of the run in AG-UI, for `toUIResponse`. */
  readonly runId: string | undefined;
  /** The whole body, unchecked, for fields of your own. Its earlier messages are what the client claims was said. */
  readonly body: Readonly<Record<string, unknown>>;
} & (
  | {
      /** `message` continues the conversation. `regenerate` replaces an earlier message, or asks for another answer to it. */
      readonly kind: 'message' | 'regenerate';
      readonly input: string | Content;
      /** The number of user messages before this one. For `regenerate`, the later messages are to be forgotten. */
      readonly turn: number;
    }
  | {
      readonly kind: 'approval';
      /** The decisions by the ids of the approvals, for `resumeStream`, which refuses the ids of other runs and calls. */
      readonly decisions: ApprovalDecisions;
    }
);

/** Options of `readUIRequest`. */
export interface UIRequestOptions {
  /** The maximum size of the body in bytes. Clients send the whole conversation, with its images. Default: 16 MiB. */
  readonly maxBytes?: number | undefined;
  /** Whether a file may be given by this URL, which the server or the provider may then request. Default: only `data:` URLs. */
  readonly allowUrl?: AllowUrl | undefined;
}

const OPTIONS = optionsOf<UIRequestOptions>()({ 'a number': 'maxBytes', 'a function': 'allowUrl' });

/**
 * Reads what `useChat` of the AI SDK or a client of AG-UI sends: the last message of the user, or decisions. The server knows the earlier
 * messages; a client could invent answers and results.
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
  if (!(maxBytes > 0))
    throw invalidConfig(
      `'maxBytes' must be a positive number; got ${maxBytes}.`,
      'Omit it to use the default.',
    );
  if (protocol !== 'ai-sdk' && protocol !== 'ag-ui') throw unknownProtocol(protocol);
  const body = await readRequestBody(request, maxBytes);
  const { messages, runId, resume = [], trigger = SUBMIT, messageId } = body;
  if (!Array.isArray(messages)) throw invalidRequest("'messages' must be a list.");
  const last: unknown = messages.at(-1);
  const { role, parts } = isRecord(last) ? last : {};
  if (protocol === 'ag-ui') {
    const ids = {
      threadId: idOf('threadId', body),
      runId: runId === undefined ? undefined : idOf('runId', body),
      body,
    };
    if (!Array.isArray(resume)) throw invalidRequest("'resume' must be a list.");
    if (resume.length === 0)
      return { ...ids, kind: 'message', ...readUserMessage(messages, 'content', allowUrl) };
    if (role === 'user') throw invalidRequest('A request has either decisions or a new message.');
    return { ...ids, kind: 'approval', decisions: toDecisions(resume.map(readResume)) };
  }
  const ids = { threadId: idOf('id', body), runId: undefined, body };
  if (role === 'assistant' && trigger === SUBMIT && Array.isArray(parts)) {
    const decisions = toDecisions(parts.flatMap(readResponded));
    if (Object.keys(decisions).length > 0) return { ...ids, kind: 'approval', decisions };
    throw invalidRequest('No call in the last message has been decided.');
  }
  if (trigger !== SUBMIT && trigger !== REGENERATE)
    throw invalidRequest(`'trigger' must be ${SUBMIT} or ${REGENERATE}.`);
  const kind = trigger === REGENERATE || typeof messageId === 'string' ? 'regenerate' : 'message';
  return { ...ids, kind, ...readUserMessage(messages, 'parts', allowUrl) };
}

const SUBMIT = 'submit-message';
const REGENERATE = 'regenerate-message';

/** Reads the answer to an interrupt of AG-UI. */
function readResume(entry: unknown): readonly [string, ApprovalDecision] {
  const { status, payload, ...rest } = isRecord(entry) ? entry : {};
  const id = idOf('interruptId', rest);
  if (status !== undefined && status !== 'resolved' && status !== 'cancelled')
    throw invalidRequest(`The 'status' of the decision about '${id}' must be resolved or cancelled.`);
  return [id, status === 'cancelled' ? { approved: false } : decisionOf(id, payload)];
}

/** Reads the answer in a tool part of the AI SDK; empty for other parts. */
function readResponded(part: unknown): readonly (readonly [string, ApprovalDecision])[] {
  if (!isRecord(part) || part.state !== 'approval-responded' || !isRecord(part.approval)) return [];
  const id = idOf('id', part.approval);
  return [[id, decisionOf(id, part.approval)]];
}

function toDecisions(entries: readonly (readonly [string, ApprovalDecision])[]): ApprovalDecisions {
  const decisions = Object.fromEntries(entries);
  if (Object.keys(decisions).length === entries.length) return decisions;
  throw invalidRequest('There are two decisions about one call.');
}

function decisionOf(id: string, given: unknown): ApprovalDecision {
  const { approved, reason, arguments: args } = isRecord(given) ? given : {};
  if (approved === false) return typeof reason === 'string' ? { approved, reason } : { approved };
  // `resumeStream` refuses arguments that are no JSON object.
  if (approved === true) return args === undefined ? { approved } : { approved, arguments: args as never };
  throw invalidRequest(`The decision about '${id}' has no 'approved: true' or 'approved: false'.`);
}

function idOf(name: string, given: Readonly<Record<string, unknown>>): string {
  const id = given[name];
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID) return id;
  throw invalidRequest(`'${name}' must be a string of 1 to ${MAX_ID} characters.`);
}

const MAX_ID = 500;
