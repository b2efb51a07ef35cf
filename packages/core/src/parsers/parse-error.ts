import { ToolwrightError } from '@toolwright/contract';

/** The error for an answer that cannot be read. The model reads the message, so it must say what to do. */
export function parseError(message: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_OUTPUT', message, {
    blame: 'model',
    hint: 'Describe the form of the answer more clearly, or use a model that follows it.',
    cause,
  });
}
