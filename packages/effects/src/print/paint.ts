import { formatCount } from '@toolwright/contract';
import { printable, printablePath } from '@toolwright/program';
import type { EffectPath, EffectStep } from '../effect.js';

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

export type Style = keyof typeof STYLES;

/** Prints a text of the project safely, in colour if colours are enabled. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(color: boolean): Paint {
  return (style, text) => (color ? `\u001b[${STYLES[style]}m${printable(text)}\u001b[0m` : printable(text));
}

/** Formats a location in the form that all formats use. */
export function printPlace({ file, line }: Pick<EffectStep, 'file' | 'line'>): string {
  return `${printablePath(file)}:${line}`;
}

/** Returns one line for each step of a path, and one line for omitted steps. */
export function printPath<Line>(
  { path, omitted }: EffectPath,
  print: (step: EffectStep) => Line,
  gap: (text: string) => Line,
): Line[] {
  const lines = path.map(print);
  if (omitted === undefined) return lines;
  const middle = lines.length / 2;
  return [...lines.slice(0, middle), gap(`… ${formatCount(omitted)} calls …`), ...lines.slice(middle)];
}
