import {
  audio,
  type ContentPart,
  content,
  contentText,
  file,
  findAttached,
  findMediaType,
  findParts,
  formatCount,
  image,
  type ToolOutcome,
  textStart,
  thrownOf,
  withThrown,
} from '@toolwright/contract';
import type { Codec } from '@toolwright/json-schema';
import { maskOutcome } from '@toolwright/redaction';
import { jsonStart } from './json-start.js';
import { MAX_CHARACTERS, TooLargeError, toJson, toJsonWithMedia } from './to-json.js';

/**
 * Creates the outcome for a value that a tool returned. Content and blobs become parts for the model, and the result describes them.
 * @throws the same errors as {@link toJson}
 */
export function toOutcome(value: unknown, codec: Codec | undefined): ToolOutcome | Promise<ToolOutcome> {
  try {
    return wholeOutcome(value, codec);
  } catch (error) {
    if (error instanceof TooLargeError) return cutOutcome(value, error);
    throw error;
  }
}

/** Like {@link toOutcome}, without secrets. */
export function toSafeOutcome(value: unknown, codec: Codec | undefined): ToolOutcome | Promise<ToolOutcome> {
  const outcome = toOutcome(value, codec);
  return outcome instanceof Promise ? outcome.then(masked) : masked(outcome);
}

function masked(outcome: ToolOutcome): ToolOutcome {
  return withThrown(maskOutcome(outcome), thrownOf(outcome));
}

/**
 * Truncates the result instead of failing. After an error, a model would call the tool again, although it has already run. Developers find
 * the error on the outcome.
 */
function cutOutcome(value: unknown, error: TooLargeError): ToolOutcome {
  const parts = typeof value === 'object' && value !== null ? findParts(value) : undefined;
  const kept = MAX_CHARACTERS - 200;
  const whole = typeof value === 'string' ? value : parts && contentText(parts);
  const text = whole ?? jsonStart(value, kept);
  // The value cannot be truncated in this way.
  if (text === '') throw error;
  const what =
    whole === undefined
      ? `its first ${formatCount(kept)} characters are kept`
      : `it has ${formatCount(whole.length)} characters, of which ${formatCount(kept)} are kept`;
  const note = `(The result was truncated: ${what}.)`;
  return withThrown({ result: `${textStart(text, kept)}\n${note}`, error: null }, { value: error });
}

function wholeOutcome(value: unknown, codec: Codec | undefined): ToolOutcome | Promise<ToolOutcome> {
  const isObject = typeof value === 'object' && value !== null;
  if (codec !== undefined && (isObject || typeof value === 'bigint'))
    return { result: toJson(codec.encode(value)), error: null };
  if (!isObject) return { result: toJson(value), error: null };
  return holdsBlob(value) ? readBlobs(value).then(withMedia) : withMedia(value);
}

function withMedia(value: unknown): ToolOutcome {
  const { json, media } = toJsonWithMedia(value);
  const attached = typeof value === 'object' && value !== null ? (findAttached(value) ?? []) : [];
  if (media.length + attached.length === 0) return { result: json, error: null };
  const parts = listParts(value);
  if (parts !== undefined && attached.length === 0)
    return { result: contentText(parts), error: null, content: parts };
  const text = { type: 'text', text: JSON.stringify(json) } as const;
  return { result: json, error: null, content: [text, ...media, ...attached] };
}

/** Returns the parts of content, or of a list of content and strings; undefined for other values. */
function listParts(value: unknown): readonly ContentPart[] | undefined {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  if (typeof value !== 'object' || value === null) return undefined;
  const parts = findParts(value);
  if (parts !== undefined || !Array.isArray(value)) return parts;
  const lists = value.map((item) => (Array.isArray(item) && !findParts(item) ? undefined : listParts(item)));
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** Whether a value is a blob, or a list of blobs, strings and content. Stops at the first other item. */
function holdsBlob(value: object): boolean {
  if (!Array.isArray(value)) return value instanceof Blob;
  let found = false;
  for (const item of value as readonly unknown[]) {
    if (item instanceof Blob) found = true;
    else if (typeof item !== 'string' && !(typeof item === 'object' && item && findParts(item))) return false;
  }
  return found;
}

async function readBlobs(value: object): Promise<unknown> {
  if (value instanceof Blob) return readBlob(value);
  // `holdsBlob` checked that the value is a list.
  const items = await Promise.all(
    (value as readonly unknown[]).map((item) => (item instanceof Blob ? readBlob(item) : item)),
  );
  return items;
}

async function readBlob(blob: Blob): Promise<object> {
  const { type, size } = blob;
  const name = blob instanceof File ? blob.name : undefined;
  if (size === 0) return content(`[empty file${name === undefined ? '' : ` ${name}`}]`);
  const data = new Uint8Array(await blob.arrayBuffer());
  // Parameters such as the charset are removed.
  const stated = type.replace(/;.*$/, '').trim();
  const mediaType = stated || findMediaType(data) || '';
  const source = mediaType === '' ? data : { data, mediaType };
  if (mediaType.startsWith('image/')) return image(source);
  if (mediaType.startsWith('audio/')) return audio(source);
  return file(source, name);
}
