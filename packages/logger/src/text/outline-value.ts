import { formatCount, textStart } from '@toolwright/contract';
import type { Room } from './shorten.js';

/** The space for an outline. `columns`: of a line; infinite if lines are not wrapped, so that the outline is one line. */
interface Space extends Room {
  readonly columns: number;
}

const INDENT = '  ';
/** Brackets, and the line that says how much is missing. */
const FRAME = 3;
/** An array shows this number of items, or 1/ARRAY_SHARE of many lines: its items look alike. */
const ITEMS = 5;
const ARRAY_SHARE = 4;
/** A member that does not fit on its line gets up to this number of lines of text. */
const TEXT_LINES = 3;
/** A value in less space than this is named by its size. */
const NARROW = 16;

/**
 * Shows the shape of a JSON value in limited space: the first and the last items of arrays, the first members of objects, the start of
 * texts, each with how much is missing, e.g. `… 240 more`. Takes time linear in the value's size.
 */
export function outlineValue(value: unknown, space: Space): string {
  if (!Number.isFinite(space.columns)) return onOneLine(value, space.characters);
  return onLines(value, space);
}

function onLines(value: unknown, { columns, characters, lines }: Space): string {
  const compact = JSON.stringify(value) ?? 'null';
  if (compact.length <= Math.min(columns, characters)) return compact;
  if (typeof value !== 'object' || value === null || lines <= FRAME) {
    return onOneLine(value, Math.min(columns * Math.max(1, Math.min(lines, TEXT_LINES)), characters));
  }
  const isArray = Array.isArray(value);
  const members = Object.entries(value);
  const most = Math.max(
    2,
    Math.min(lines - FRAME, isArray ? Math.max(ITEMS, Math.floor(lines / ARRAY_SHARE)) : lines),
  );
  // A line that says `… 1 more` could show that member instead.
  const isWhole = members.length <= most + 1;
  const tail = isArray && !isWhole ? 1 : 0;
  const head = isWhole ? members.length : most - tail;
  const shownMembers = [...members.slice(0, head), ...members.slice(members.length - tail)];
  const large = shownMembers.filter(([, member]) => sizeOf(member) > columns - INDENT.length - 1).length;
  const share = Math.floor((lines - FRAME - shownMembers.length + large) / Math.max(1, large));
  const show = ([key, member]: [string, unknown]): string => {
    const name = isArray ? '' : `${nameOf(key, columns)}: `;
    const rest = columns - INDENT.length - name.length - 1;
    return name + onLines(member, { columns: Math.max(NARROW, rest), characters, lines: share });
  };
  const missing = members.length - head - tail;
  const shown = shownMembers.map(show);
  if (missing > 0) shown.splice(head, 0, more(missing));
  const [open, close] = isArray ? '[]' : '{}';
  return [open, shown.join(',\n').replaceAll(/^/gm, INDENT), close].join('\n');
}

/** Writes a value in about `width` characters. */
function onOneLine(value: unknown, width: number): string {
  const compact = JSON.stringify(value) ?? 'null';
  if (compact.length <= width) return compact;
  if (typeof value === 'string') return cutText(value, width);
  if (typeof value !== 'object' || value === null) return compact;
  const isArray = Array.isArray(value);
  const members = Object.entries(value);
  if (width < NARROW) return isArray ? `[… ${members.length}]` : `{… ${members.length}}`;
  const show = ([key, member]: [string, unknown], room: number): string =>
    (isArray ? '' : `${nameOf(key, width)}:`) + onOneLine(member, room);
  const half = Math.floor(width / 2);
  const last = members.at(-1);
  const tail = isArray && members.length > 2 && last ? [show(last, Math.floor(half / 2))] : [];
  const head: string[] = [];
  let left = width - (tail[0]?.length ?? 0) - more(members.length).length;
  for (const member of members.slice(0, members.length - tail.length)) {
    const text = show(member, head.length > 0 ? half : Math.min(half, left));
    if (head.length > 0 && (text.length > left || (tail.length > 0 && head.length === ITEMS - 1))) break;
    head.push(text);
    left -= text.length + 1;
    if (left <= 0) break;
  }
  const missing = members.length - head.length - tail.length;
  const [open, close] = isArray ? '[]' : '{}';
  return open + [...head, ...(missing > 0 ? [more(missing)] : []), ...tail].join(',') + close;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function more(count: number): string {
  return `… ${formatCount(count)} more`;
}

function nameOf(key: string, width: number): string {
  const room = Math.floor(width / 3);
  return key.length <= room ? JSON.stringify(key) : cutText(key, room);
}

/** Shows the start of a text as a JSON string, with the number of missing characters. */
function cutText(text: string, width: number): string {
  const start = textStart(text, Math.max(NARROW, width));
  if (start.length === text.length) return JSON.stringify(text);
  return JSON.stringify(`${start}… ${formatCount(text.length - start.length, 'more character')}`);
}
