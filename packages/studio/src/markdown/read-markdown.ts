import { type Inline, readInline } from './inline.js';

/** A block of Markdown. */
export type Block =
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      readonly start: number | undefined;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] };

/** The depth of quotes and lists within each other. Deeper ones stay text, which keeps the time linear. */
const MAX_DEPTH = 6;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?: +|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Longer texts are shown as they are, because a page of this size has too many elements. */
export const MAX_MARKDOWN = 50_000;

/** Reads the Markdown that models write, in linear time: what CommonMark has, without HTML, references and images, and tables. */
export function readMarkdown(text: string): readonly Block[] {
  return readBlocks(text.replace(/\r\n?/g, '\n').split('\n'), MAX_DEPTH);
}

/** Returns the blocks of text that has Markdown. JSON has none, even if it has the same signs. */
export function findMarkdown(text: string): readonly Block[] | undefined {
  if (text.length > MAX_MARKDOWN || isJson(text)) return undefined;
  const blocks = readMarkdown(text);
  return hasMarkdown(blocks) ? blocks : undefined;
}

/** Whether text has any Markdown. */
export function hasMarkdown(blocks: readonly Block[]): boolean {
  return blocks.some(
    (block) => block.kind !== 'paragraph' || block.parts.some((part) => part.kind !== 'text'),
  );
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // prose that begins with a bracket
  }
}

function readBlocks(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const { block, end } = readBlock(lines, at, depth);
    if (block !== undefined) blocks.push(block);
    at = end;
  }
  return blocks;
}

interface Read {
  readonly block: Block | undefined;
  /** The index of the line after it. */
  readonly end: number;
}

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, end: at + 1 };
  const heading = /^ {0,3}(#{1,6})(?:[ \t]+([\s\S]*))?$/.exec(line);
  if (heading !== null) {
    const text = (heading[2] ?? '').trim().replace(/\s#+$/, '');
    const level = heading[1]?.length ?? 1;
    return { block: { kind: 'heading', level, parts: readInline(text) }, end: at + 1 };
  }
  if (FENCE.test(line)) return readFence(lines, at);
  if (isRule(line)) return { block: { kind: 'rule' }, end: at + 1 };
  if (depth > 0 && /^ {0,3}>/.test(line)) return readQuote(lines, at, depth);
  if (depth > 0 && ITEM.test(line)) return readList(lines, at, depth);
  if (line.includes('|') && isDelimiter(lines[at + 1])) return readTable(lines, at);
  return readParagraph(lines, at, depth);
}

function isRule(line: string): boolean {
  const marks = line.replace(/\s/g, '');
  return marks.length >= 3 && /^(?:-+|\*+|_+)$/.test(marks);
}

function readFence(lines: readonly string[], at: number): Read {
  const fence = FENCE.exec(lines[at] ?? '')?.[1] ?? '';
  let end = at + 1;
  const isEnd = (line: string) => line.trim().startsWith(fence) && /^(?:`+|~+)$/.test(line.trim());
  while (end < lines.length && !isEnd(lines[end] ?? '')) end++;
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end: end + 1 };
}

function readQuote(lines: readonly string[], at: number, depth: number): Read {
  let end = at;
  while (end < lines.length && /^ {0,3}>/.test(lines[end] ?? '')) end++;
  const inner = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ''));
  return { block: { kind: 'quote', blocks: readBlocks(inner, depth - 1) }, end };
}

function readList(lines: readonly string[], at: number, depth: number): Read {
  const isOrdered = (mark: string | undefined) => /^\d/.test(mark ?? '');
  const first = ITEM.exec(lines[at] ?? '')?.[2];
  const items: string[][] = [];
  let width = 0;
  let end = at;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    const item = ITEM.exec(line);
    const isInner = indentOf(line) >= width && items.length > 0;
    if (line.trim() === '') {
      // An empty line belongs to the list only if the list goes on after it.
      const next = lines[end + 1] ?? '';
      if (next.trim() === '' || (indentOf(next) < width && !ITEM.test(next))) break;
      items.at(-1)?.push('');
    } else if (isInner) items.at(-1)?.push(line.slice(width));
    else if (item !== null && !isRule(line) && isOrdered(item[2]) === isOrdered(first)) {
      width = Math.min(item[0].length, (item[1]?.length ?? 0) + (item[2]?.length ?? 0) + 4);
      items.push([line.slice(width)]);
    } else if (item !== null || startsBlock(line)) break;
    else items.at(-1)?.push(line.trimStart());
  }
  const start = isOrdered(first) ? Number.parseInt(first ?? '1', 10) : undefined;
  return { block: { kind: 'list', start, items: items.map((item) => readBlocks(item, depth - 1)) }, end };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function isDelimiter(line: string | undefined): boolean {
  return line?.includes('-') === true && line.includes('|') && /^[\s|:-]+$/.test(line);
}

function readTable(lines: readonly string[], at: number): Read {
  let end = at + 2;
  while (end < lines.length && (lines[end] ?? '').includes('|')) end++;
  const rows = [lines[at] ?? '', ...lines.slice(at + 2, end)].map((line) => cellsOf(line).map(readInline));
  return { block: { kind: 'table', rows }, end };
}

function cellsOf(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function startsBlock(line: string): boolean {
  return /^ {0,3}(?:#{1,6}(?:\s|$)|>|`{3}|~{3})/.test(line) || isRule(line);
}

function readParagraph(lines: readonly string[], at: number, depth: number): Read {
  let end = at + 1;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (line.trim() === '' || (depth > 0 && (startsBlock(line) || ITEM.test(line)))) break;
    if (line.includes('|') && isDelimiter(lines[end + 1])) break;
  }
  const text = lines.slice(at, end).map((line) => line.trim());
  return { block: { kind: 'paragraph', parts: readInline(text.join('\n')) }, end };
}
