import { MIN_LENGTH } from '../redact/written-forms.js';

/** A longer text is a document; it is hidden as an object only. */
const MAX_LENGTH = 16_000;
/** Parts of one object that are looked at. */
const MAX_PARTS = 1_000;

/** The texts of a value that are searched for: the value itself, or each text and number inside an object. Runs no getters. */
export function secretTexts(value: unknown): string[] {
  const texts = new Set<string>();
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  for (let count = 0; count < MAX_PARTS && waiting.length > 0; count += 1) {
    const part = waiting.shift();
    if (typeof part === 'object' && part !== null) {
      if (seen.has(part)) continue;
      seen.add(part);
      waiting.push(...partsOf(part));
    } else if (typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint') {
      const text = String(part).trim();
      if (text.length >= MIN_LENGTH && text.length <= MAX_LENGTH) texts.add(text);
    }
  }
  return [...texts];
}

function partsOf(value: object): unknown[] {
  if (value instanceof Uint8Array) return value.length > MAX_LENGTH ? [] : textsOfBytes(value);
  if (value instanceof URL) return [value.href, value.password, decoded(value.password)];
  if (value instanceof Map) return [...value.entries()].slice(0, MAX_PARTS).flat();
  if (value instanceof Set) return [...value].slice(0, MAX_PARTS);
  const members = Object.values(Object.getOwnPropertyDescriptors(value)).slice(0, MAX_PARTS);
  return members.filter(({ enumerable }) => enumerable).map((member) => member.value);
}

/** The forms in which bytes are written. */
function textsOfBytes(bytes: Uint8Array): string[] {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [new TextDecoder().decode(bytes), btoa(binary).replace(/=+$/, ''), hex];
}

function decoded(text: string): string {
  // Unlike `decodeURIComponent`, this accepts an invalid encoding.
  return new URLSearchParams(`text=${text.replaceAll('+', '%2B')}`).get('text') ?? '';
}
