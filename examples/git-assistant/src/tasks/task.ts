import { ToolwrightError } from 'toolwright';
import type { OpenDiff } from '../diff/read-diff.js';
import type { ChangeRange } from '../tools/git-tools.js';
import type { Subject } from './check-claims.js';

/** A request to the agent. */
export interface Task {
  /** The name of the capability. */
  readonly capability: string;
  readonly prompt: string;
  /** What the claims of the answer are checked against. */
  readonly subject?: Subject;
  /** A change that is too long for one message, so that the prompt has only the names of its files. */
  readonly long?: LongChange;
  /** Sentences for the user, shown before the answer. */
  readonly notes?: readonly string[];
}

export interface LongChange {
  /** What to do, and with which change. */
  readonly lines: readonly string[];
  readonly diff: OpenDiff;
}

/** The range in the form of a tool argument, so that the model can pass it on unchanged. */
export function describeRange(range: ChangeRange): string {
  return `Range for the tools: ${JSON.stringify(range)}`;
}

/** The error of a command that has nothing to work on, or cannot work in the current state. */
export function cannot(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('USAGE', message, { blame: 'user', hint });
}
