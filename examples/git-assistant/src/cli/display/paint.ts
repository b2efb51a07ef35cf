import { styleText } from 'node:util';
import type { CliIo } from '../cli-io.js';

/** A text in a style, where a terminal shows it and the user has not switched colours off (`NO_COLOR`). */
export function paint(
  style: Parameters<typeof styleText>[0],
  text: string,
  { stderr, env }: Pick<CliIo, 'stderr' | 'env'>,
): string {
  const isColoured = stderr.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  return isColoured ? styleText(style, text, { validateStream: false }) : text;
}
