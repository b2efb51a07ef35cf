import { escapeUnseen, shortenText } from '@toolwright/contract';

/** Quotes a text of the project in backticks: on one line, truncated, and with invisible characters escaped. */
export function shown(text: string): string {
  const escaped = escapeUnseen(shortenText(text.replace(/\s+/g, ' '), MAX_SHOWN));
  return `\`${escaped.replaceAll('`', "'")}\``;
}

const MAX_SHOWN = 80;
