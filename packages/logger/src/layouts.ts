import { textStart, visibleLine, visibleText } from '@toolwright/contract';
import type { Entry } from './entry.js';
import { textWidth } from './text/text-width.js';
import { wrapText } from './text/wrap-text.js';

/** Arranges an entry in lines. `tag` is written before its text, e.g. `[helper] `; `redact` removes secrets. */
export type Layout = (
  entry: Entry,
  tag: string,
  width: number,
  redact: (text: string) => string,
) => { readonly head: string; readonly below: readonly string[]; readonly indent: string };

/** The width of the label column, including its gap. The longest label has nine letters. */
export const LABEL_COLUMNS = 11;
/** A tag may take up to 1/TAG_SHARE of the text column. */
const TAG_SHARE = 2;

/** Writes the label in the left column and the text next to it. */
export const inColumns: Layout = (entry, tag, width, redact) => {
  const text = visibleText(redact(fitTag(tag, width) + entry.text.trimEnd()));
  const [first = '', ...below] = wrapText(text, width - LABEL_COLUMNS);
  return { head: entry.label.padEnd(LABEL_COLUMNS) + first, below, indent: ' '.repeat(LABEL_COLUMNS) };
};

const INDENT = '  ';
/** The length of a rule if lines are not wrapped. */
const RULE = 80;

/** Writes `Label: text` on one line if it fits; otherwise, writes the text below the label. Also draws rules. */
export const inLines: Layout = (entry, tag, width, redact) => {
  const label = visibleLine(redact(tag + entry.label));
  if (entry.rule) {
    const head = entry.label === '' ? '' : `══ ${label} `;
    const rest = Math.max(2, (Number.isFinite(width) ? width : RULE) - textWidth(head));
    return { head: head + '═'.repeat(rest), below: [], indent: '' };
  }
  const text = visibleText(redact(entry.text.trimEnd()));
  const whole = text === '' ? label : `${label}: ${text}`;
  const fits = text === '' || (!text.includes('\n') && textWidth(whole) <= width);
  if (fits) return { head: whole, below: [], indent: '' };
  return { head: `${label}:`, below: wrapText(text, width - INDENT.length), indent: INDENT };
};

export function fitTag(tag: string, width: number): string {
  const room = Math.floor((width - LABEL_COLUMNS) / TAG_SHARE);
  return tag.length <= room ? tag : `${textStart(tag, room - 3)}…] `;
}
