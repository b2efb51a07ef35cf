import { escapeUnseen, shortenText } from '@toolwright/contract';

/** A text of the project in backticks as a finding quotes it: on one line, not long, and with what nobody would see written out. */
export function shown(text: string): string {
  const escaped = escapeUnseen(shortenText(text.replace(/\s+/g, ' '), MAX_SHOWN));
  return `\`${escaped.replaceAll('`', "'")}\``;
}

const MAX_SHOWN = 80;
