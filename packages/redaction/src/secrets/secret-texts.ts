import { appendAll } from '@toolwright/contract';
import { MIN_LENGTH } from '../written-forms.js';

/** The maximum length of a text to mask. Longer text is a document, which is hidden only as an object. */
const MAX_LENGTH = 16_000;
/** The maximum number of parts of one object to examine. */
const MAX_PARTS = 1_000;

/** Returns the texts to mask for a value: the value itself, or each string and number inside an object. Runs no getters. */
export function secretTexts(value: unknown): string[] {
  const texts = new Set<string>();
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  for (let count = 0; count < MAX_PARTS && waiting.length > 0; count += 1) {
    const part = waiting.shift();
    if (typeof part === 'object' && part !== null) {
      if (seen.has(part)) continue;
      seen.add(part);
      appendAll(waiting, partsOf(part));
    } else if (typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint') {
      const text = String(part).trim();
      if (text.length >= MIN_LENGTH && text.length <= MAX_LENGTH) texts.add(text);
    }
  }
  return [...texts];
}

/** Returns the parts of an object; empty if reading it fails. */
function partsOf(value: object): unknown[] {
  try {
    return partsInside(value);
  } catch {
    // The value is a proxy whose traps throw.
    return [];
  }
}

function partsInside(value: object): unknown[] {
  const bytes = bytesOf(value);
  if (bytes !== undefined) return bytes.length > MAX_LENGTH ? [] : textsOfBytes(bytes);
  if (value instanceof URL) return partsOfAddress(value);
  if (value instanceof URLSearchParams) return [...value.values()].slice(0, MAX_PARTS);
  if (value instanceof FormData) return [...value.values()].slice(0, MAX_PARTS);
  if (value instanceof Headers) return [...value.values()].slice(0, MAX_PARTS).flatMap(withCredentials);
  if (value instanceof String || value instanceof Number) return [value.valueOf()];
  if (value instanceof Map) return [...value.entries()].slice(0, MAX_PARTS).flat();
  if (value instanceof Set) return [...value].slice(0, MAX_PARTS);
  const all = Object.entries(Object.getOwnPropertyDescriptors(value)).slice(0, MAX_PARTS);
  const isShown = ([name, { enumerable }]: [string, PropertyDescriptor]): boolean =>
    enumerable === true || (value instanceof Error && ERROR_MEMBERS.has(name));
  return all.filter(isShown).map(([, member]) => member.value);
}

/** Non-enumerable members of errors. */
const ERROR_MEMBERS: ReadonlySet<string> = new Set(['message', 'cause', 'errors']);

function bytesOf(value: object): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (!ArrayBuffer.isView(value)) return undefined;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

function partsOfAddress({ href, username, password, searchParams }: URL): unknown[] {
  const names = [username, password].flatMap((part) => [part, decoded(part)]);
  return [href, ...names, ...[...searchParams.values()].slice(0, MAX_PARTS)];
}

/** Returns a header and, for `Bearer …`, also the credentials alone. */
function withCredentials(header: string): string[] {
  const credentials = /^[A-Za-z]{1,20} +(\S+)$/.exec(header)?.[1];
  return credentials === undefined ? [header] : [header, credentials];
}

/** Returns bytes in all text forms in which they may be written. */
function textsOfBytes(bytes: Uint8Array): string[] {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [new TextDecoder().decode(bytes), btoa(binary).replace(/=+$/, ''), hex];
}

function decoded(text: string): string {
  // Unlike `decodeURIComponent`, this accepts an invalid encoding.
  return new URLSearchParams(`text=${text.replaceAll('+', '%2B')}`).get('text') ?? '';
}
