import { textStart } from '@toolwright/contract';
import { type Entry, LABEL_COLUMNS } from './entry.js';
import { LiveText } from './live-text.js';
import type { Palette } from './palette.js';
import type { LogStream } from './terminal.js';
import { textWidth } from './text/text-width.js';
import { splitUnfinished, visibleLine, visibleText } from './text/visible-text.js';
import { wrapText } from './text/wrap-text.js';

const INDENT = ' '.repeat(LABEL_COLUMNS);
/** A tag may take this share of the text column. */
const TAG_SHARE = 2;

interface OpenEntry {
  readonly entry: Entry;
  readonly live: LiveText;
  /** Half a character, until the other half comes. */
  rest: string;
}

/** Lays entries out in two columns. One entry at a time may be open, and grows piece by piece. */
export class EntryWriter {
  readonly #stream: LogStream;
  readonly #palette: Palette;
  readonly #redact: (text: string) => string;
  #open: OpenEntry | undefined;
  #empty = true;

  /** @param redact takes secrets out of whole entries; pieces must come without */
  constructor(stream: LogStream, palette: Palette, redact: (text: string) => string) {
    this.#stream = stream;
    this.#palette = palette;
    this.#redact = redact;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /**
   * Writes a whole entry; one that is open is closed first.
   * @param tag What stands before the text, e.g. `[helper] `.
   * @param width Columns of the stream.
   */
  write(entry: Entry, tag: string, width: number): void {
    this.close();
    const text = visibleText(this.#redact(fitTag(tag, width) + entry.text.trimEnd()));
    const lines = wrapText(text, width - LABEL_COLUMNS);
    const paint = this.#palette[entry.style];
    const [first = '', ...rest] = lines;
    const head = paint((entry.label.padEnd(LABEL_COLUMNS) + first).trimEnd());
    this.#put(`${[head, ...rest.map((line) => (line ? INDENT + paint(line) : ''))].join('\n')}\n`);
  }

  /** Begins an entry that {@link append} continues. */
  begin(entry: Entry, tag: string, width: number): void {
    this.close();
    const shownTag = visibleLine(this.#redact(fitTag(tag, width)));
    const live = new LiveText(width - LABEL_COLUMNS, textWidth(shownTag));
    this.#open = { entry, live, rest: '' };
    this.#put(this.#palette[entry.style](entry.label.padEnd(LABEL_COLUMNS) + shownTag));
    this.append(entry.text.trimStart());
  }

  append(text: string): void {
    if (!this.#open) return;
    const { whole, rest } = splitUnfinished(this.#open.rest + text);
    this.#open.rest = rest;
    this.#putLines(this.#open, this.#open.live.push(visibleText(whole)));
  }

  /** Ends the line of the open entry, if there is one. */
  close(): void {
    if (!this.#open) return;
    const { live, rest } = this.#open;
    this.#putLines(this.#open, [...this.#last(live, rest)]);
    this.#open = undefined;
    this.#put('\n');
  }

  /** An empty line between two entries; none at the very beginning. */
  gap(): void {
    this.close();
    if (!this.#empty) this.#put('\n');
  }

  #last(live: LiveText, rest: string): string[] {
    const [first = '', ...more] = live.push(rest === '\r' ? '' : visibleText(rest));
    const [end = '', ...after] = live.end();
    const lines = [first, ...more];
    lines.push((lines.pop() ?? '') + end, ...after);
    return lines;
  }

  #putLines({ entry }: OpenEntry, [first = '', ...rest]: string[]): void {
    const paint = this.#palette[entry.style];
    const text = [paint(first), ...rest.map((line) => (line ? INDENT + paint(line) : ''))].join('\n');
    if (text !== '') this.#put(text);
  }

  #put(text: string): void {
    this.#empty = false;
    this.#stream.write(text);
  }
}

function fitTag(tag: string, width: number): string {
  const room = Math.floor((width - LABEL_COLUMNS) / TAG_SHARE);
  return tag.length <= room ? tag : `${textStart(tag, room - 3)}…] `;
}
