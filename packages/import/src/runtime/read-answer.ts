import { ApiError } from './api-error.js';
import { isJsonType } from './body.js';
import { readNumbers } from './exact-json.js';
import type { Answer } from './send.js';

/** What the result of an operation is. */
export type ResultKind = 'json' | 'text' | 'bytes' | 'none';

/**
 * Reads the result of a success.
 * @param keepsDigits whether numbers that JavaScript would round are texts of their digits
 * @throws ApiError for an answer that is not JSON where the document says so, and for such a number otherwise
 */
export function readResult(
  operation: string,
  { status, headers, bytes }: Answer,
  result: ResultKind,
  keepsDigits: boolean,
): unknown {
  if (result === 'none') return undefined;
  if (result === 'bytes') return bytes;
  const text = new TextDecoder().decode(bytes);
  if (result === 'text') return text;
  if (text === '') return null;
  const read = readNumbers(text);
  if (read !== undefined && (read.large === undefined || keepsDigits)) return read.value;
  const type = headers.get('content-type') ?? 'no content type';
  const found =
    read === undefined
      ? `${type} and not JSON`
      : `the number ${read.large}, which JavaScript would round; create the client with largeNumbers: 'text'`;
  throw new ApiError(
    operation,
    status,
    read?.value ?? text,
    headers,
    `answered with status ${status}, but with ${found}`,
  );
}

/** Reads the body of a failure. */
export function readAny({ headers, bytes }: Answer): unknown {
  const text = new TextDecoder().decode(bytes);
  if (text === '') return null;
  // A server may claim more than it keeps; then its text says what is wrong.
  const read = isJsonType(headers.get('content-type') ?? '') ? readNumbers(text) : undefined;
  return read === undefined ? text : read.value;
}
