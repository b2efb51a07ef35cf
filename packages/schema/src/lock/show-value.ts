import { escapeUnseen, shortenText } from '@toolwright/contract';

/** A value as messages show it: containers by their brackets, texts shortened, with no character that hides. */
export function showValue(value: unknown): string {
  const text = isContainer(value) ? (Array.isArray(value) ? '[…]' : '{…}') : String(JSON.stringify(value));
  return escapeUnseen(shortenText(text, MAX_SHOWN));
}

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const MAX_SHOWN = 80;
