import { ToolwrightError } from 'toolwright';
import type { ChangeRange } from '../tools/git-tools.js';

/** What is asked of the agent. */
export interface Task {
  /** The name of the capability. */
  readonly capability: string;
  readonly prompt: string;
}

/** The range as the tools take it, so that the model can pass it on as it is. */
export function describeRange(range: ChangeRange): string {
  return `Range for the tools: ${JSON.stringify(range)}`;
}

/** For a command that has nothing to work on, or not as things are. */
export function cannot(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('USAGE', message, { blame: 'user', hint });
}
