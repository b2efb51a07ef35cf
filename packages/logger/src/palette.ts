import type { Style } from './entry.js';

/** Colours text by its style. */
export type Palette = Readonly<Record<Style, (text: string) => string>>;

/** The codes that begin and end each style. @see https://en.wikipedia.org/wiki/ANSI_escape_code#Select_Graphic_Rendition_parameters */
const CODES: Readonly<Record<Style, readonly [begin: readonly number[], end: readonly number[]]>> = {
  user: [[36], [39]],
  quiet: [[2], [22]],
  reasoning: [
    [2, 3],
    [23, 22],
  ],
  call: [[35], [39]],
  result: [[32], [39]],
  error: [[31], [39]],
  assistant: [
    [1, 32],
    [39, 22],
  ],
  notice: [[33], [39]],
};

/** @param color false leaves every text unchanged */
export function createPalette(color: boolean): Palette {
  const painters = Object.entries(CODES).map(([style, [begin, end]]) => {
    const open = escapes(begin);
    const close = escapes(end);
    return [style, (text: string) => (color && text !== '' ? open + text + close : text)] as const;
  });
  return Object.fromEntries(painters) as Palette; // the keys of CODES
}

function escapes(codes: readonly number[]): string {
  return codes.map((code) => `\u001b[${code}m`).join('');
}
