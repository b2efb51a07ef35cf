import { formatDuration } from '@toolwright/contract';
import type { ProgramEnd, ProgramLimits } from '../sandbox/executor.js';

/** Explains to the model how a program ended that returned nothing. */
export function describeEnd(
  end: Exclude<ProgramEnd, { type: 'returned' }>,
  limits: ProgramLimits,
  timeoutMs: number,
): string {
  switch (end.type) {
    case 'thrown':
      return end.message;
    case 'stuck':
      return 'The program waits for something that never happens. Await only calls of tools, and values that depend on them.';
    case 'limit':
      return describeLimit(end.limit, limits);
    case 'crashed':
      return `The sandbox failed: ${end.message}. Calls that the program made before have taken effect.`;
    case 'stopped':
      return `The program took longer than ${formatDuration(timeoutMs)} and was ended. Calls that it made before have taken effect.`;
    default:
      return end satisfies never;
  }
}

/** Explains why a program did not run whose check was ended. */
export function describeUnchecked(isCancelled: boolean, timeoutMs: number): string {
  return isCancelled
    ? 'The program was stopped before it ran.'
    : `The check of the program took longer than ${formatDuration(timeoutMs)}, so it was not run.`;
}

function describeLimit(limit: keyof ProgramLimits, limits: ProgramLimits): string {
  const value = limits[limit];
  const [reached, advice] = {
    memoryMb: [`used more than ${value} MiB of memory`, 'Work on fewer values at a time'],
    cpuMs: [`computed for more than ${value} ms`, 'Compute less; loops must end'],
    calls: [`made more than ${value} calls`, 'Make fewer calls in one program'],
    values: [`passed more than ${value} characters, or too many small parts, to a tool`, 'Pass less'],
    output: [
      `returned or stored more than ${value} characters`,
      'Return less: a summary, a count, the first entries',
    ],
    logs: [`logged more than ${value} characters`, 'Log less'],
  }[limit];
  return `The program ${reached} and was ended. ${advice}. Calls that it made before have taken effect.`;
}
