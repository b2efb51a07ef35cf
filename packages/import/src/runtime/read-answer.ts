import { readJson } from '@toolwright/json';
import { ApiError } from './api-error.js';
import { isJsonType } from './body.js';
import type { Answer } from './send.js';

/**
 * Reads the result of a success.
 * @throws ApiError for an answer that is not JSON where the document says so
 */
export function readResult(operation: string, { status, headers, bytes }: Answer, result: string): unknown {
  if (result === 'none') return undefined;
  if (result === 'bytes') return bytes;
  const text = new TextDecoder().decode(bytes);
  if (result === 'text') return text;
  if (text === '') return null;
  const read = parseAnswer(text);
  if (read !== undefined) return read.value;
  const type = headers.get('content-type') ?? 'no content type';
  throw new ApiError(`${operation}: the answer is ${type} and not JSON; it`, status, text, headers);
}

/** Reads the body of a failure. */
export function readAny({ headers, bytes }: Answer): unknown {
  const text = new TextDecoder().decode(bytes);
  if (text === '') return null;
  // A server may claim more than it keeps; then its text says what is wrong.
  const read = isJsonType(headers.get('content-type') ?? '') ? parseAnswer(text) : undefined;
  return read === undefined ? text : read.value;
}

/** Numbers that JavaScript would round are strings of their digits. */
function parseAnswer(text: string): { readonly value: unknown } | undefined {
  const read = readJson(text);
  if (!read.ok) return undefined;
  return read.isExact ? read : { value: JSON.parse(JSON.stringify(read.value)) };
}
