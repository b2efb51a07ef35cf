import { Chalk } from 'chalk';
import type { Style } from './entry.js';

/** Functions that colour text, by style. */
export type Palette = Readonly<Record<Style, (text: string) => string>>;

/** @param color if false, text stays unchanged */
export function createPalette(color: boolean): Palette {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  return {
    user: chalk.cyan,
    quiet: chalk.dim,
    reasoning: chalk.dim.italic,
    call: chalk.magenta,
    result: chalk.green,
    error: chalk.red,
    assistant: chalk.bold.green,
    notice: chalk.yellow,
  };
}
