import { errorMessage, type JsonValue, type ToolOutcome } from '@toolwright/contract';
import type { ProgramEnd, ProgramLimits } from '../sandbox/executor.js';
import { describeEnd } from './describe-end.js';
import type { MadeCalls } from './made-calls.js';
import { toJson } from './program-values.js';

/** Writes how a program ended as the outcome of its call. */
export function toOutcome(
  end: ProgramEnd,
  { limits, made, timeoutMs }: { limits: ProgramLimits; made: MadeCalls; timeoutMs: number },
): ToolOutcome {
  const more = end.lostLogs > 0 ? [`… ${end.lostLogs} more characters were logged.`] : [];
  const logs = [...made.notes, ...(end.logs === '' ? [] : [end.logs]), ...more].join('\n');
  if (end.type !== 'returned') {
    const logged = logs && `\n\nThe program logged:\n${logs}`;
    return failed(`${describeEnd(end, limits, timeoutMs)}${made.describe()}${logged}`);
  }
  let value: JsonValue;
  try {
    value = toJson(end.value);
  } catch (error) {
    return failed(
      `The program ended, but its result cannot be read. ${errorMessage(error)}${made.describe()}`,
    );
  }
  return { result: logs === '' ? value : { result: value, logs }, error: null };
}

export function failed(error: string): ToolOutcome {
  return { result: null, error };
}
