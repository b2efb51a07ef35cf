import type { Style } from './entry.js';
import type { Palette } from './palette.js';
import type { LogStream } from './terminal.js';
import { textWidth } from './text/text-width.js';
import { visibleLine, visibleText } from './text/visible-text.js';
import { wrapText } from './text/wrap-text.js';

const INDENT = '  ';
/** Columns of a rule where lines have no end. */
const RULE = 80;

/** Writes `Label: text` line by line, wrapped, what follows the first line indented; and rules across the page. */
export class LineWriter {
  readonly #stream: LogStream;
  readonly #palette: Palette;
  readonly #width: () => number;
  readonly #redact: (text: string) => string;

  constructor(
    stream: LogStream,
    palette: Palette,
    width: () => number,
    /** Takes secrets out. */
    redact: (text: string) => string,
  ) {
    this.#stream = stream;
    this.#palette = palette;
    this.#width = width;
    this.#redact = redact;
  }

  /** @param title in the rule; empty for none */
  rule(title: string): void {
    const head = title === '' ? '' : `══ ${visibleLine(this.#redact(title))} `;
    const width = this.#width();
    const rest = Math.max(2, (Number.isFinite(width) ? width : RULE) - textWidth(head));
    this.#stream.write(`${this.#palette.quiet(head + '═'.repeat(rest))}\n`);
  }

  /** @param tag stands before the label; a text of several lines begins below it */
  line(tag: string, label: string, text: string, style: Style): void {
    const head = visibleLine(this.#redact(tag + label));
    const shown = visibleText(this.#redact(text.trimEnd()));
    const paint = this.#palette[style];
    if (shown === '') {
      this.#stream.write(`${paint(head)}\n`);
      return;
    }
    const width = this.#width();
    const whole = `${head}: ${shown}`;
    if (!shown.includes('\n') && textWidth(whole) <= width) {
      this.#stream.write(`${paint(whole)}\n`);
      return;
    }
    const lines = wrapText(shown, width - INDENT.length);
    const below = lines.map((one) => (one === '' ? '' : INDENT + paint(one)));
    this.#stream.write(`${[paint(`${head}:`), ...below].join('\n')}\n`);
  }
}
