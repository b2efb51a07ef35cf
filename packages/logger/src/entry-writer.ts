import { splitUnfinished, visibleLine, visibleText } from '@toolwright/contract';
import type { Entry } from './entry.js';
import { fitTag, LABEL_COLUMNS, type Layout } from './layouts.js';
import { LiveText } from './live-text.js';
import type { Palette } from './palette.js';
import type { LogStream } from './terminal.js';
import { textWidth } from './text/text-width.js';

const INDENT = ' '.repeat(LABEL_COLUMNS);

interface OpenEntry {
  readonly entry: Entry;
  readonly live: LiveText;
  /** The first half of a character whose second half has not arrived yet. */
  rest: string;
}

/** Writes entries. One entry at a time may be open and grow chunk by chunk; it is written in columns. */
export class EntryWriter {
  readonly #stream: LogStream;
  readonly #palette: Palette;
  readonly #redact: (text: string) => string;
  readonly #layout: Layout;
  #open: OpenEntry | undefined;
  #empty = true;

  /** @param redact removes secrets from whole entries; text written in chunks must already be free of secrets */
  constructor(stream: LogStream, palette: Palette, redact: (text: string) => string, layout: Layout) {
    this.#stream = stream;
    this.#palette = palette;
    this.#redact = redact;
    this.#layout = layout;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /**
   * Closes the open entry, if any, and writes a complete one.
   * @param tag the text before the entry's text, e.g. `[helper] ` @param width the number of columns of the stream
   */
  write(entry: Entry, tag: string, width: number): void {
    this.close();
    if (entry.gap && tag === '' && !this.#empty) this.#put('\n');
    const { head, below, indent } = this.#layout(entry, tag, width, this.#redact);
    const paint = this.#palette[entry.style];
    const lines = [paint(head.trimEnd()), ...below.map((line) => (line ? indent + paint(line) : ''))];
    this.#put(`${lines.join('\n')}\n`);
  }

  /** Opens an entry that {@link append} continues. */
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

  /** Ends the line of the open entry, if any. */
  close(): void {
    if (!this.#open) return;
    const { live, rest } = this.#open;
    this.#putLines(this.#open, [...this.#last(live, rest)]);
    this.#open = undefined;
    this.#put('\n');
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
