import type { Step } from '../../../src/timeline/step.js';
import type { StepLabel } from './describe-step.js';

/** Reads a colour of `tokens.css` by name. */
export type Colors = (name: string) => string;

/** The colours of a timeline bar. Fill and label have a contrast ratio of at least 4.5. */
export interface BarColors {
  readonly line: string;
  readonly fill: string;
  readonly label: string;
}

/** Chooses the colours of a bar: the tone's full colour for the start and the end, and its soft colour for other steps. */
export function barColors(kind: Step['kind'], tone: StepLabel['tone'], colors: Colors): BarColors {
  if (tone === 'plain') return { line: colors('line-strong'), fill: colors('sunken'), label: colors('text') };
  const line = colors(tone);
  // The full colours have sufficient contrast with the background.
  return kind === 'start' || kind === 'end'
    ? { line, fill: line, label: colors('ground') }
    : { line, fill: colors(`${tone}-soft`), label: colors('text') };
}

/** Reads colours from the style sheet for a canvas, which supports neither variables nor `light-dark()`. */
export function readColors(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>, isDark: boolean): Colors {
  const known = new Map<string, string>();
  return (name) => {
    const color = known.get(name) ?? colorOf(style.getPropertyValue(`--${name}`).trim(), isDark);
    known.set(name, color);
    return color;
  };
}

function colorOf(value: string, isDark: boolean): string {
  const [, light, dark] = /^light-dark\(([^,]+), *([^)]+)\)$/.exec(value) ?? [];
  return (isDark ? dark : light) ?? value;
}
