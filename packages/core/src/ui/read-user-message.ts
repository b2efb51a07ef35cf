import {
  audio,
  type Content,
  type ContentPart,
  content,
  errorMessage,
  file,
  image,
  isRecord,
  shortenText,
} from '@toolwright/contract';
import { invalidRequest } from './read-request-body.js';

export type AllowUrl = (url: string) => boolean;

/** Reads the last message. @param member where the protocol has its parts @throws ToolwrightError `INVALID_REQUEST` */
export function readUserMessage(
  messages: readonly unknown[],
  member: 'content' | 'parts',
  allowUrl: AllowUrl,
): { readonly input: string | Content; readonly turn: number } {
  const users = messages.filter((message) => isRecord(message) && message.role === 'user');
  const last: unknown = users.at(-1);
  if (!isRecord(last) || last !== messages.at(-1))
    throw invalidRequest('The last message must be of the user.');
  const given = last[member];
  const parts = typeof given === 'string' ? [{ type: 'text', text: given }] : given;
  if (!Array.isArray(parts)) throw invalidRequest('A message must have a list of parts.');
  const read = parts.map((part) => readPart(part, allowUrl)).filter((part) => part !== '');
  const [first] = read;
  if (first === undefined || read.every((part) => typeof part === 'string' && part.trim() === ''))
    throw invalidRequest('The message is empty.');
  const input = read.length === 1 && typeof first === 'string' ? first : content(...read);
  return { input, turn: users.length - 1 };
}

/** Reads a part of either protocol: AG-UI has a source in it, the AI SDK a URL. */
function readPart(part: unknown, allowUrl: AllowUrl): string | ContentPart {
  const { type, text, source, filename, ...direct } = isRecord(part) ? part : {};
  if (type === 'text' && typeof text === 'string') return text;
  const kind = typeof type === 'string' ? type : typeof type;
  const { type: form, value, mimeType = MEDIA.get(kind) } = isRecord(source) ? source : {};
  const { url: given, mediaType = mimeType ?? '' } = direct;
  const sent = form === 'data' || form === 'url' ? value : given;
  if (typeof sent !== 'string' || typeof mediaType !== 'string' || !(kind === 'file' || MEDIA.has(kind)))
    throw invalidRequest(`A part of type '${shortenText(kind, 100)}' cannot be read.`);
  const url = form === 'data' ? `data:${mediaType};base64,${sent}` : sent;
  if (!url.startsWith('data:') && !allowUrl(url))
    throw invalidRequest(
      `The file at '${shortenText(url, 100)}' must be sent in the request, as a data: URL.`,
    );
  try {
    if (mediaType.startsWith('image/')) return image(url);
    if (mediaType.startsWith('audio/')) return audio(url);
    return file(url, typeof filename === 'string' ? filename : undefined);
  } catch (error) {
    throw invalidRequest(errorMessage(error));
  }
}

/** The parts of AG-UI, with a media type for those that do not state one. */
const MEDIA: ReadonlyMap<string, string> = new Map([
  ['image', 'image/*'],
  ['audio', 'audio/*'],
  ['video', 'video/*'],
  ['document', 'application/octet-stream'],
]);
