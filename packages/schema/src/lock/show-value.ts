import { shortenText } from '@toolwright/contract';

/** A value as messages show it: containers by their brackets, texts shortened, with no character that hides. */
export function showValue(value: unknown): string {
  const text = isContainer(value) ? (Array.isArray(value) ? '[…]' : '{…}') : String(JSON.stringify(value));
  return visible(shortenText(text, MAX_SHOWN));
}

/** Escapes what changes how other characters are shown, and what nobody sees. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`);
}

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const MAX_SHOWN = 80;

const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Surrogate}]/gu;
