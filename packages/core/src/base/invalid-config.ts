import { ToolwrightError } from '@toolwright/contract';

/** The error for a configuration that cannot work; thrown at once, never given to the model. */
export function invalidConfig(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint });
}
