import type { Phase, Stopwatch } from '@toolwright/codegen';
import type { OutputStream } from '../../process/cli-io.js';

/** The duration of each phase in milliseconds, rounded to a tenth, and their sum. */
export type Timing = Readonly<Record<Phase | 'total', number>>;

export function readTiming(stopwatch: Stopwatch): Timing {
  const times = stopwatch.times();
  const rounded = { ...times, total: 0 };
  for (const phase of Object.keys(times) as Phase[]) {
    // the record's keys are phases
    rounded[phase] = toTenth(times[phase]);
    rounded.total += rounded[phase];
  }
  return { ...rounded, total: toTenth(rounded.total) };
}

function toTenth(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** Prints the timing as a table for people. */
export function printTiming(timing: Timing, stream: OutputStream): void {
  const lines = Object.entries(timing).map(([phase, ms]) => {
    const share = timing.total === 0 ? 0 : (ms / timing.total) * 100;
    return `  ${phase.padEnd(8)} ${ms.toFixed(0).padStart(7)} ms ${share.toFixed(0).padStart(4)} %`;
  });
  stream.write(`Time by phase:\n${lines.join('\n')}\n`);
}
