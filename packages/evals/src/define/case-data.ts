import type { RunInput } from '@toolwright/core';
import type { Attack } from './attack.js';

/** What scorers know of a case. */
export interface CaseData<Input = RunInput, Context = unknown, Expected = unknown> {
  /** Unique within the eval. Reports, records and baselines name the case by it. */
  readonly id: string;
  readonly input: Input;
  /** The value that tools read as `context.app`. */
  readonly context?: Context;
  /** What scorers compare with. */
  readonly expected?: Expected;
  readonly tags?: readonly string[];
  /** The text that `attempt.tools` plants; see `attacks`. */
  readonly attack?: Attack;
}
