import { ToolwrightError } from '@toolwright/contract';

/** The error for a wrong option. */
export function invalidConfig(message: string, hint?: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint, cause });
}
