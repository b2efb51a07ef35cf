import type { StepLabel } from './describe-step.js';
import type { Step } from './step.js';

/** The colours of the look, by name. */
export type Colors = Readonly<
  Record<StepLabel['tone'] | 'text' | 'line' | 'accent' | 'soft' | 'ground', string>
> & {
  readonly fills: Readonly<Record<StepLabel['tone'], string>>;
};

/** What a bar of the timeline is filled with, and its label written in: each label has a contrast of 4.5 or more. */
export interface BarColors {
  readonly fill: string;
  readonly label: string;
}

/** Moments are filled with the full colour of their tone; what takes time with the soft one. */
export function barColors(kind: Step['kind'], tone: StepLabel['tone'], colors: Colors): BarColors {
  const isFull = (kind === 'start' || kind === 'end') && tone !== 'plain';
  // Full colours are those of text on the ground.
  return isFull
    ? { fill: colors[tone], label: colors.ground }
    : { fill: colors.fills[tone], label: colors.text };
}
