import { textStart } from '@toolwright/contract';
import { type JsonError, readJson } from '@toolwright/json';
import { excerpt } from '@toolwright/redaction';
import { holdsLargeNumber } from './exact-numbers.js';

export type ParsedArguments =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** False if a number in it is an `ExactNumber`, or whole and beyond 2⁵³: a `bigint` then gets its digits. */
      readonly isExact: boolean;
    }
  | { readonly ok: false; readonly message: string };

/** Reads the arguments that a model wrote. Empty text means no arguments: some providers send it for tools without parameters. */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { ok: true, value: {}, isExact: true };
  const read = readJson(text, { maxDepth: MAX_DEPTH });
  if (!read.ok) return { ok: false, message: malformed(text, read.error) };
  const [twice] = read.duplicates;
  if (twice === undefined)
    return { ok: true, value: read.value, isExact: !LARGE.test(text) || !holdsLargeNumber(read.value) };
  const name = JSON.stringify(String(twice.path.at(-1)));
  return {
    ok: false,
    message: `The arguments contain ${name} twice with different values. Send each argument once.`,
  };
}

/**
 * The error that {@link parseArguments} gives for every text with this beginning; undefined while uncertain. A wrong character is certain
 * after {@link DECISIVE} further characters.
 */
export function findMalformed(text: string): string | undefined {
  const read = readJson(text, { maxDepth: MAX_DEPTH });
  const isCertain = !read.ok && read.error.kind === 'syntax' && read.error.position + DECISIVE <= text.length;
  return isCertain ? malformed(text, read.error) : undefined;
}

/** Only text that matches can contain a number that loses digits. Searching it is faster than visiting all values. */
const LARGE = /[\d.]{16}|\d[eE]\+?\d/;
/** Chains of definitions may be long. Validators refuse data that is too deep for them. */
const MAX_DEPTH = 4_000;
/** The number of characters to show before and after an error. */
const SHOWN = 20;
/** The number of characters after an error that decide the excerpt in the message: the text after the start of a secret shows that it is one. */
export const DECISIVE = 2_000;

function malformed(text: string, { position, expected, kind }: JsonError): string {
  if (kind === 'depth') return 'The arguments are nested too deeply.';
  const searched = text.slice(0, position + DECISIVE);
  const before = excerpt(searched, Math.max(0, position - SHOWN), position);
  // A long word is shown by its first character.
  const after = excerpt(searched, position, position + SHOWN) || textStart(text.slice(position), 1);
  const found = position < text.length ? JSON.stringify(after) : 'the end';
  const place = `at position ${position}${before === '' ? '' : `, after ${JSON.stringify(before)}`}`;
  return `The arguments are not valid JSON: expected ${expected} ${place}, but found ${found}. Send one JSON object.`;
}
