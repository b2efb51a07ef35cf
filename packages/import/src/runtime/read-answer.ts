import { ApiError } from './api-error.js';
import { readNumbers } from './exact-json.js';
import { kindOf } from './media-kind.js';
import type { Answer } from './send.js';

/** What the result of an operation is. */
export type ResultKind = 'json' | 'text' | 'bytes' | 'none';

/** How the result of an operation is read. */
export interface ReadOptions {
  /** Whether numbers that JavaScript would round are texts of their digits. */
  readonly keepsDigits: boolean;
  /** Whether no content is null. */
  readonly mayBeEmpty: boolean;
}

/**
 * Reads the result of a success.
 * @throws ApiError for an answer that is not JSON where the document says so, and for such a number otherwise
 */
export function readResult(
  operation: string,
  { status, headers, bytes }: Answer,
  result: ResultKind,
  { keepsDigits, mayBeEmpty }: ReadOptions,
): unknown {
  if (result === 'none') return undefined;
  if (result === 'bytes') return bytes;
  if (result === 'text') return decode(bytes, headers);
  if (bytes.length === 0 && mayBeEmpty) return null;
  const text = findJsonText(bytes, headers);
  const read = text === undefined ? undefined : readNumbers(text);
  if (read !== undefined && (read.large === undefined || keepsDigits)) return read.value;
  const type = headers.get('content-type') ?? 'no content type';
  const found =
    read === undefined
      ? bytes.length === 0
        ? 'no content'
        : `${type} and not JSON`
      : `the number ${read.large}, which JavaScript would round; create the client with largeNumbers: 'text'`;
  throw new ApiError(
    operation,
    status,
    read === undefined ? decode(bytes, headers) : read.value,
    headers,
    `answered with status ${status}, but with ${found}`,
  );
}

/** Reads the body of a failure. */
export function readAny({ headers, bytes }: Answer): unknown {
  const text = decode(bytes, headers);
  if (text === '') return null;
  // A server may claim more than it keeps; then its text says what is wrong.
  const read = kindOf(headers.get('content-type') ?? '') === 'json' ? readNumbers(text) : undefined;
  return read === undefined ? text : read.value;
}

/** Decodes a text as its media type says. What is wrong in it becomes U+FFFD. */
function decode(bytes: Uint8Array, headers: Headers, fatal = false): string {
  const [, charset = 'utf-8'] = /;\s*charset="?([\w.:-]+)/i.exec(headers.get('content-type') ?? '') ?? [];
  return new TextDecoder(isKnown(charset) ? charset : 'utf-8', { fatal }).decode(bytes);
}

/** Returns undefined for bytes that are no text, so that no value is changed. */
function findJsonText(bytes: Uint8Array, headers: Headers): string | undefined {
  try {
    return decode(bytes, headers, true);
  } catch {
    // The decoder says only that some byte is wrong.
    return undefined;
  }
}

function isKnown(charset: string): boolean {
  try {
    return new TextDecoder(charset) !== undefined;
  } catch {
    // A server may make up a name.
    return false;
  }
}
