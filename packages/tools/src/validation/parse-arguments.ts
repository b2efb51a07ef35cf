import { textEnd, textStart } from '@toolwright/contract';
import { findJsonError } from './json-text.js';

export type ParsedArguments =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Reads the arguments that a model wrote. No text at all means no arguments: so providers call tools without parameters. */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { ok: true, value: {} };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // What the engine says depends on its version; the place and the reason are found again below.
    return { ok: false, message: malformed(text) };
  }
}

/** Characters shown before and after the place of an error. */
const SHOWN = 20;

function malformed(text: string): string {
  const { position, expected } = findJsonError(text) ?? { position: 0, expected: 'JSON' };
  const before = textEnd(text.slice(0, position), SHOWN);
  const found = position < text.length ? JSON.stringify(textStart(text.slice(position), SHOWN)) : 'the end';
  const place = `at position ${position}${before === '' ? '' : `, after ${JSON.stringify(before)}`}`;
  return `The arguments are not valid JSON: expected ${expected} ${place}, but found ${found}. Send one JSON object.`;
}
