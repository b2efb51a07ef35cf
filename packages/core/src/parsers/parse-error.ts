import { ToolwrightError } from '@toolwright/contract';

/** Creates the error for an unreadable answer. The message is sent to the model, so it must say what to do. */
export function parseError(message: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_OUTPUT', message, {
    blame: 'model',
    hint: 'Describe the answer format more clearly, or use a model that follows it.',
    cause,
  });
}
