import { textStart, visibleLine } from '@toolwright/contract';
import type { Entry } from './entry.js';
import { textWidth } from './text/text-width.js';
import { wrapText } from './text/wrap-text.js';

/** Makes text safe to show: removes secrets and control characters. `text` also renders Markdown, if the entry has any. */
export interface Show {
  readonly label: (text: string) => string;
  readonly text: (text: string) => string;
}

/** Arranges an entry in lines. `tag` is written before its text, e.g. `[helper] `. The first line is `label` and `head`. */
export type Layout = (
  entry: Entry,
  tag: string,
  width: number,
  show: Show,
) => {
  readonly label: string;
  readonly head: string;
  readonly below: readonly string[];
  readonly indent: string;
};

/** The width of the label column, including its gap. The longest label has nine letters. */
export const LABEL_COLUMNS = 11;
/** A tag may take up to 1/TAG_SHARE of the text column. */
const TAG_SHARE = 2;

/** Writes the label in the left column and the text next to it. */
export const inColumns: Layout = (entry, tag, width, show) => {
  const text = show.label(tag) + show.text(entry.text.trimEnd());
  const [first = '', ...below] = wrapText(text, width - LABEL_COLUMNS);
  const label = first === '' ? entry.label : entry.label.padEnd(LABEL_COLUMNS);
  return { label, head: first, below, indent: ' '.repeat(LABEL_COLUMNS) };
};

const INDENT = '  ';
/** The length of a rule if lines are not wrapped. */
const RULE = 80;

/** Writes `Label: text` on one line if it fits; otherwise, writes the text below the label. Also draws rules. */
export const inLines: Layout = (entry, tag, width, show) => {
  const label = visibleLine(show.label(tag + entry.label));
  if (entry.rule) {
    const head = entry.label === '' ? '' : `══ ${label} `;
    const rest = Math.max(2, (Number.isFinite(width) ? width : RULE) - textWidth(head));
    return { label: head + '═'.repeat(rest), head: '', below: [], indent: '' };
  }
  const text = show.text(entry.text.trimEnd());
  if (text === '') return { label, head: '', below: [], indent: '' };
  const fits = !text.includes('\n') && textWidth(`${label}: ${text}`) <= width;
  if (fits) return { label: `${label}: `, head: text, below: [], indent: '' };
  return { label: `${label}:`, head: '', below: wrapText(text, width - INDENT.length), indent: INDENT };
};

export function fitTag(tag: string, width: number): string {
  const room = Math.floor((width - LABEL_COLUMNS) / TAG_SHARE);
  return tag.length <= room ? tag : `${textStart(tag, room - 3)}…] `;
}
