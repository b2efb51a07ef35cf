import { splitUnfinished, visibleLine, visibleText } from '@toolwright/contract';
import type { Entry } from './entry.js';
import type { Guides } from './guides.js';
import { LABEL_COLUMNS, type Layout } from './layouts.js';
import { LiveText } from './live-text.js';
import { MarkdownText } from './markdown/markdown-text.js';
import { MarkPainter } from './markdown/marks.js';
import type { Palette } from './palette.js';
import type { Place } from './place.js';
import type { LogStream } from './terminal.js';
import { textWidth } from './text/text-width.js';

const INDENT = ' '.repeat(LABEL_COLUMNS);
/** Moves the cursor to the start of the line and clears the line. */
const CLEAR_LINE = '\r\u001b[2K';

interface OpenEntry {
  readonly guides: Guides;
  readonly painter: MarkPainter;
  readonly live: LiveText;
  readonly markdown: MarkdownText | undefined;
  /** The first half of a character whose second half has not arrived yet. */
  rest: string;
}

export interface EntryWriterOptions {
  readonly stream: LogStream;
  readonly palette: Palette;
  /** Removes secrets from whole entries; text written in chunks must already be free of secrets. */
  readonly redact: (text: string) => string;
  readonly layout: Layout;
  /** Whether to render the Markdown of answers. */
  readonly markdown: boolean;
}

/** Writes entries. One entry at a time may be open and grow chunk by chunk; it is written in columns. */
export class EntryWriter {
  readonly #options: EntryWriterOptions;
  #open: OpenEntry | undefined;
  #empty = true;
  /** A line below the log that is rewritten, and whether it is on the screen. */
  #footer: string | undefined;
  #showsFooter = false;

  constructor(options: EntryWriterOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Closes the open entry, if any, and writes a complete one. */
  write(entry: Entry, { tag, guides, width }: Place): void {
    this.close();
    const { layout, redact, palette } = this.#options;
    const markdown = this.#markdownOf(entry);
    const safe = (text: string): string => visibleText(redact(text));
    const text = (raw: string): string => (markdown ? markdown.push(safe(raw)) + markdown.end() : safe(raw));
    const show = { label: safe, text };
    const { label, head, below, indent } = layout(entry, tag, width - guides.first.length, show);
    const painter = this.#painterOf(entry);
    const first = paintFirst(entry.style, label, head, palette, painter);
    const rest = below.map((line) => guideLine(palette, guides.rest, line && indent + painter.paint(line)));
    const gap = entry.gap && tag === '' && guides.first === '' && !this.#empty ? '\n' : '';
    const lines = [guideLine(palette, guides.first, first), ...rest];
    this.#put(`${gap}${lines.join('\n')}\n`);
    this.#putFooter();
  }

  /** Opens an entry that {@link append} continues. */
  begin(entry: Entry, { tag, guides, width }: Place): void {
    this.close();
    const { redact, palette } = this.#options;
    const columns = width - guides.first.length;
    const shownTag = visibleLine(redact(tag));
    const live = new LiveText(columns - LABEL_COLUMNS, textWidth(shownTag));
    const painter = this.#painterOf(entry);
    this.#open = { guides, painter, live, markdown: this.#markdownOf(entry), rest: '' };
    const head = palette[entry.style](entry.label.padEnd(LABEL_COLUMNS) + shownTag);
    this.#put(guideLine(palette, guides.first, head));
    this.append(entry.text.trimStart());
  }

  append(text: string): void {
    if (!this.#open) return;
    const { whole, rest } = splitUnfinished(this.#open.rest + text);
    this.#open.rest = rest;
    this.#putLines(this.#open, pushText(this.#open, visibleText(whole)));
  }

  /** Ends the line of the open entry, if any. */
  close(): void {
    if (!this.#open) return;
    this.#putLines(this.#open, this.#last(this.#open));
    this.#open = undefined;
    this.#put('\n');
    this.#putFooter();
  }

  /** Shows a line below the log until it is replaced or removed. Only for terminals. The line must be safe and fit. */
  setFooter(footer: string | undefined): void {
    const isShown = this.#showsFooter && footer === this.#footer;
    this.#footer = footer;
    if (this.#open || isShown) return;
    const clear = this.#showsFooter ? CLEAR_LINE : '';
    this.#showsFooter = footer !== undefined;
    const text = clear + (footer === undefined ? '' : this.#options.palette.quiet(footer));
    if (text !== '') this.#options.stream.write(text);
  }

  #markdownOf({ style }: Entry): MarkdownText | undefined {
    return this.#options.markdown && style === 'assistant' ? new MarkdownText() : undefined;
  }

  #painterOf({ style }: Entry): MarkPainter {
    const { palette } = this.#options;
    return new MarkPainter(palette, style === 'notice' ? (text) => text : palette[style]);
  }

  #last(open: OpenEntry): string[] {
    const { live, markdown, rest } = open;
    const [first = '', ...more] = pushText(open, rest === '\r' ? '' : visibleText(rest));
    const [next = '', ...others] = markdown ? live.push(markdown.end()) : [];
    const [end = '', ...after] = live.end();
    return [
      [first, ...more],
      [next, ...others],
      [end, ...after],
    ].reduce(joinLines);
  }

  #putLines({ guides, painter }: OpenEntry, [first = '', ...rest]: string[]): void {
    const below = rest.map((line) =>
      guideLine(this.#options.palette, guides.rest, line && INDENT + painter.paint(line)),
    );
    const text = [painter.paint(first), ...below].join('\n');
    if (text !== '') this.#put(text);
  }

  #put(text: string): void {
    this.#empty = false;
    const clear = this.#showsFooter ? CLEAR_LINE : '';
    this.#showsFooter = false;
    this.#options.stream.write(clear + text);
  }

  #putFooter(): void {
    if (this.#footer !== undefined) this.setFooter(this.#footer);
  }
}

function pushText({ live, markdown }: OpenEntry, text: string): string[] {
  return live.push(markdown ? markdown.push(text) : text);
}

/** Joins two outputs of {@link LiveText}: the second starts in the last line of the first. */
function joinLines(lines: readonly string[], [next = '', ...more]: readonly string[]): string[] {
  return [...lines.slice(0, -1), (lines.at(-1) ?? '') + next, ...more];
}

/** Only the label of a notice is coloured: yellow text is hard to read on a white terminal. */
function paintFirst(
  style: Entry['style'],
  label: string,
  head: string,
  palette: Palette,
  painter: MarkPainter,
): string {
  if (style !== 'notice') return painter.paint(label + head);
  const word = label.trimEnd();
  return palette.notice(word) + label.slice(word.length) + head;
}

/** Writes the guides of the tree before a line. A line without text has no trailing space. */
function guideLine(palette: Palette, guides: string, line: string): string {
  if (line === '') return palette.quiet(guides.trimEnd());
  return (guides === '' ? '' : palette.quiet(guides)) + line;
}
