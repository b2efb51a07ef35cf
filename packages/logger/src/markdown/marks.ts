import type { Palette } from '../palette.js';

/** How a part of an answer looks. */
export type Look = 'strong' | 'code' | 'quiet';

/**
 * Characters that start and end a look within text that is not wrapped yet. They take no column. Text from models cannot contain them,
 * because control characters are made visible first.
 */
export const MARKS: Readonly<Record<Look, readonly [start: string, end: string]>> = {
  strong: ['\u0001', '\u0002'],
  code: ['\u0003', '\u0004'],
  quiet: ['\u0005', '\u0006'],
};

const STARTS = new Map<string, Look>([
  [MARKS.strong[0], 'strong'],
  [MARKS.code[0], 'code'],
  [MARKS.quiet[0], 'quiet'],
]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are control characters
const MARK = /([\u0001-\u0006])/;

/** Paints the lines of one entry. A look may reach over several lines. */
export class MarkPainter {
  readonly #palette: Palette;
  readonly #paint: (text: string) => string;
  readonly #looks: Look[] = [];

  /** @param paint paints text without a look */
  constructor(palette: Palette, paint: (text: string) => string) {
    this.#palette = palette;
    this.#paint = paint;
  }

  paint(text: string): string {
    if (this.#looks.length === 0 && !MARK.test(text)) return this.#paint(text);
    let painted = '';
    for (const part of text.split(MARK)) {
      const look = STARTS.get(part);
      if (look !== undefined) this.#looks.push(look);
      else if (MARK.test(part)) this.#looks.pop();
      else painted += this.#paintPart(part);
    }
    return painted;
  }

  #paintPart(text: string): string {
    const look = this.#looks.at(-1);
    return look === undefined ? this.#paint(text) : this.#palette[look](text);
  }
}
