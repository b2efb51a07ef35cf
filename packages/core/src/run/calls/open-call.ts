import type { Thrown, ToolCallRecord } from '@toolwright/contract';
import type { CheckedCall } from './checked-calls.js';

/** A finished call and the text of its result for the model. */
export interface AnsweredCall {
  readonly record: ToolCallRecord;
  readonly text: string;
}

/** A call of a reply that is being executed. */
export interface OpenCall extends CheckedCall {
  /** Undefined until the call starts. */
  startedAt: number | undefined;
  /** Whether the call's sub-agent is waiting for a person. */
  waits: boolean;
  /** Whether a warning was emitted about a late decision on the call. */
  isLate: boolean;
  /** What the tool threw, for logs. */
  thrown: Thrown | undefined;
  answered: AnsweredCall | undefined;
}
