import type { SchemaPart } from '../schema-parts.js';

/**
 * Matches the word alone, in brackets or as a sentence: "Optional: …", "(required)". In other positions, it may refer to something else.
 */
const ALONE =
  /(?:^|(?<=[.;,] ?))(optional|required|mandatory)(?=[.:;,)]|$)|[([](optional|required|mandatory)[)\],;:]/giu;

/** Finds a text that calls a required parameter optional, or vice versa. */
export function findOtherPresence(text: string, { required, schema }: SchemaPart): string | undefined {
  if (required === undefined) return undefined;
  for (const [, alone, bracketed] of text.matchAll(ALONE)) {
    const says = (alone ?? bracketed ?? '').toLowerCase();
    if (says === 'optional' && required) return 'The text says optional, but the parameter is required.';
    if (says !== 'optional' && !required) {
      const fallback = schema.default === undefined ? '' : ' and has a default';
      return `The text says ${says}, but the parameter is optional${fallback}.`;
    }
  }
  return undefined;
}
