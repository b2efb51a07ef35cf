import type { Step } from '../../../src/timeline/step.js';
import type { StepLabel } from './describe-step.js';

/** Reads a colour by its name in `tokens.css`. */
export type Colors = (name: string) => string;

/** The colours of a bar in the timeline; those of the fill and the label have a contrast of at least 4.5. */
export interface BarColors {
  readonly line: string;
  readonly fill: string;
  readonly label: string;
}

/** Chooses the colours of a bar: the full colour of the tone for the start and the end, and the soft one for other steps. */
export function barColors(kind: Step['kind'], tone: StepLabel['tone'], colors: Colors): BarColors {
  if (tone === 'plain') return { line: colors('line-strong'), fill: colors('sunken'), label: colors('text') };
  const line = colors(tone);
  // Full colours have enough contrast with the background.
  return kind === 'start' || kind === 'end'
    ? { line, fill: line, label: colors('ground') }
    : { line, fill: colors(`${tone}-soft`), label: colors('text') };
}

/** The colours of the style sheet for a canvas, where neither variables nor `light-dark()` are known. */
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
