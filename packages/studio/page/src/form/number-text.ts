import type { JsonValue } from '@toolwright/contract';

/**
 * Reads the text of a number field. Returns a number if JavaScript can represent it exactly, and otherwise the text, so that nothing is
 * lost and the registry reports the problem. Returns undefined for an empty field.
 */
export function readNumber(text: string): JsonValue | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(trimmed)) return text;
  const value = Number(trimmed);
  const digits = trimmed
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  return Number.isFinite(value) && digits.length <= 15 ? value : exact(trimmed, value, text);
}

function exact(trimmed: string, value: number, text: string): JsonValue {
  return String(value) === trimmed ? value : text;
}
