import { type ErrorCode, ToolwrightError } from '@toolwright/contract';

/** An error that whoever runs the command can put right. */
export function userError(code: ErrorCode, message: string, hint?: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError(code, message, { blame: 'user', hint, cause });
}
