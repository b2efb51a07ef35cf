import { isSecretName, plainName } from '@toolwright/contract';
import type { Span } from './spans.js';

/** Matches the start of an XML or HTML element that contains only text. */
const ELEMENT =
  /<(?:[A-Za-z][\w.-]{0,64}:)?([A-Za-z][\w.-]{0,64})(?:\s[^<>]{0,500})?>(?:<!\[CDATA\[)?([^<]{1,4000})/g;
const CLOSING = /\]{0,2}>?<\/(?:[A-Za-z][\w.-]{0,64}:)?([A-Za-z][\w.-]{0,64})\s{0,8}>/y;
/** Matches the start of an element whose text is incomplete. */
const OPEN =
  /<(?:[A-Za-z][\w.-]{0,64}:)?([A-Za-z][\w.-]{0,64})(?:\s[^<>]{0,500})?>(?:<!\[CDATA\[)?[^<\n]{0,400}(?:<[^<>\n]{0,140})?$/;
const LONGEST_OPEN = 1_200;

/** Finds the contents of elements with secret names: `<password>…</password>`. @param more the plain names of further elements */
export function findElements(text: string, more: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(ELEMENT)) {
    const [whole, name = '', value = ''] = match;
    if (!(isSecretName(name) || more.has(plainName(name))) || value.trim() === '') continue;
    const end = match.index + whole.length;
    const start = end - value.length;
    CLOSING.lastIndex = end;
    // Without a closing tag, this may be a type parameter: `Promise<Token>`.
    if (CLOSING.exec(text)?.[1] !== name) continue;
    const shown = value.replace(/\]\]>$/, '');
    if (shown !== '[redacted]') spans.push({ start, end: start + shown.length });
  }
  return spans;
}

/** Returns the index of an open element whose contents may be secret, or the end of the text. */
export function beginningOfElement(text: string): number {
  const tail = Math.max(0, text.length - LONGEST_OPEN);
  const match = OPEN.exec(text.slice(tail));
  return match !== null && isSecretName(match[1] ?? '') ? tail + match.index : text.length;
}
