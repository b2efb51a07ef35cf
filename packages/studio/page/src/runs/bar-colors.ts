import type { StepLabel } from './describe-step.js';
import type { Step } from './step.js';

export type Colors = Readonly<
  Record<StepLabel['tone'] | 'text' | 'line' | 'accent' | 'soft' | 'ground', string>
> & {
  readonly fills: Readonly<Record<StepLabel['tone'], string>>;
};

/** The colours of a bar in the timeline and its label, with a contrast of at least 4.5. */
export interface BarColors {
  readonly fill: string;
  readonly label: string;
}

/** Chooses the colours of a bar: the full colour of the tone for the start and the end, and the soft one for other steps. */
export function barColors(kind: Step['kind'], tone: StepLabel['tone'], colors: Colors): BarColors {
  const isFull = (kind === 'start' || kind === 'end') && tone !== 'plain';
  // Full colours have enough contrast with the background.
  return isFull
    ? { fill: colors[tone], label: colors.ground }
    : { fill: colors.fills[tone], label: colors.text };
}
