import { ToolwrightError } from '@toolwright/contract';

/** The error for a configuration that cannot work. Thrown at once, and never shown to the model. */
export function invalidConfig(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint });
}
