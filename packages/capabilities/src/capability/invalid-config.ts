import { ToolwrightError } from '@toolwright/contract';

export function invalidConfig(message: string, hint: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint, cause });
}
