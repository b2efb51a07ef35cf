import { ToolwrightError } from '@toolwright/contract';

/** Creates the error for an invalid configuration. It is thrown immediately and never shown to the model. */
export function invalidConfig(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint });
}
