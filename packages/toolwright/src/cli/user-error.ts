import { type ErrorCode, ToolwrightError } from '@toolwright/contract';

/** Creates an error that the user of the command can correct. */
export function userError(code: ErrorCode, message: string, hint?: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError(code, message, { blame: 'user', hint, cause });
}
