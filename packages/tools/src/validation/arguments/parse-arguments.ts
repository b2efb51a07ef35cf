import { textStart } from '@toolwright/contract';
import { type JsonError, readJson } from '@toolwright/json';
import { excerpt } from '@toolwright/redaction';
import { holdsLargeNumber } from './exact-numbers.js';

export type ParsedArguments =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** False if the value contains an `ExactNumber` or a whole number beyond 2⁵³, whose digits a `bigint` needs. */
      readonly isExact: boolean;
    }
  | { readonly ok: false; readonly message: string };

/** Parses the arguments that a model wrote. Empty text means no arguments; some providers send it for tools without parameters. */
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
 * Returns the error that {@link parseArguments} returns for every text that starts with `text`; undefined while it is uncertain. It is
 * certain {@link DECISIVE} characters after an invalid character.
 */
export function findMalformed(text: string): string | undefined {
  const read = readJson(text, { maxDepth: MAX_DEPTH });
  const isCertain = !read.ok && read.error.kind === 'syntax' && read.error.position + DECISIVE <= text.length;
  return isCertain ? malformed(text, read.error) : undefined;
}

/** Matches all text with numbers that may lose digits. Searching the text is faster than visiting all values. */
const LARGE = /[\d.]{16}|\d[eE]\+?\d/;
/** The maximum depth. It is high, because chains of definitions may be long; validators refuse data that is too deep for them. */
const MAX_DEPTH = 4_000;
/** The number of characters to show before and after an error. */
const SHOWN = 20;
/** The number of characters after an error that affect the excerpt in the message, because a secret is recognized only as a whole. */
export const DECISIVE = 2_000;

function malformed(text: string, { position, expected, kind }: JsonError): string {
  if (kind === 'depth') return 'The arguments are nested too deeply.';
  const searched = text.slice(0, position + DECISIVE);
  const before = excerpt(searched, Math.max(0, position - SHOWN), position);
  // If the excerpt is empty because it was part of a long word, only its first character is shown.
  const after = excerpt(searched, position, position + SHOWN) || textStart(text.slice(position), 1);
  const found = position < text.length ? JSON.stringify(after) : 'the end';
  const place = `at position ${position}${before === '' ? '' : `, after ${JSON.stringify(before)}`}`;
  return `The arguments are not valid JSON: expected ${expected} ${place}, but found ${found}. Send one JSON object.`;
}
