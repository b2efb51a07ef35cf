import { requirePackage } from '@toolwright/contract';
import type { Style } from './entry.js';

/** Functions that colour text, by style. `strong` and `code`: parts of an answer. */
export type Palette = Readonly<Record<Style | 'strong' | 'code', (text: string) => string>>;

/** @param color if false, text stays unchanged */
export function createPalette(color: boolean): Palette {
  if (!color) return paletteOf(() => (text) => text);
  // Not an import: chalk reads the environment when it is loaded, for which Deno needs permission.
  const loaded = requirePackage('chalk', '@toolwright/logger', import.meta.url) as ChalkModule | undefined;
  if (loaded === undefined) return paletteOf(escapeCodes);
  const chalk = new loaded.Chalk({ level: 1 });
  return paletteOf((names) => names.reduce((style, name) => style[name], chalk));
}

type ChalkModule = typeof import('chalk');

type Look = 'bold' | 'cyan' | 'dim' | 'green' | 'italic' | 'magenta' | 'red' | 'underline' | 'yellow';

function paletteOf(paint: (names: readonly Look[]) => (text: string) => string): Palette {
  return {
    user: paint(['cyan']),
    quiet: paint(['dim']),
    reasoning: paint(['dim', 'italic']),
    call: paint(['magenta']),
    result: paint(['green']),
    error: paint(['red']),
    assistant: paint(['bold', 'green']),
    notice: paint(['yellow']),
    strong: paint(['bold', 'underline', 'green']),
    code: paint(['cyan']),
  };
}

/** Paints as chalk does, in bundles and on platforms that cannot load it: the codes do not reach over the end of a line. */
export function escapeCodes(names: readonly Look[]): (text: string) => string {
  const open = names.map((name) => `\u001B[${CODES[name][0]}m`).join('');
  const close = names
    .map((name) => `\u001B[${CODES[name][1]}m`)
    .reverse()
    .join('');
  return (text) => (text === '' ? '' : `${open}${text.replace(/\r?\n/g, `${close}$&${open}`)}${close}`);
}

/** @see https://en.wikipedia.org/wiki/ANSI_escape_code#Select_Graphic_Rendition_parameters */
const CODES: Readonly<Record<Look, readonly [open: number, close: number]>> = {
  bold: [1, 22],
  cyan: [36, 39],
  dim: [2, 22],
  green: [32, 39],
  italic: [3, 23],
  magenta: [35, 39],
  red: [31, 39],
  underline: [4, 24],
  yellow: [33, 39],
};
