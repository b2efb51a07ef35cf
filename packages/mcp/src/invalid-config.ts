import { ToolwrightError } from '@toolwright/contract';

/** Creates the error for an invalid option. */
export function invalidConfig(message: string, hint?: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint, cause });
}
