import { ToolwrightError } from '@toolwright/contract';

/** The error for an answer that cannot be read. The model gets the message, so it says what to do about it. */
export function parseError(message: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_OUTPUT', message, {
    blame: 'model',
    hint: 'Describe the form of the answer more clearly, or use a model that follows it.',
    cause,
  });
}
