import { ToolwrightError } from '@toolwright/contract';

/**
 * Runs compiler work, which parses and checks recursively.
 * @param place Returns the subject of the error message.
 * @throws ToolwrightError `INVALID_PROJECT` when the source is nested too deeply for the compiler, `OUTPUT_FAILED` when a text is too long.
 */
export function withinDepth<Result>(place: () => string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (error.message === 'Invalid string length') throw tooLong(error);
    const hint = 'Exclude the file from the project, or shorten its longest expression or type.';
    const message = `${place()} is nested too deeply for the TypeScript compiler.`;
    throw new ToolwrightError('INVALID_PROJECT', message, { blame: 'developer', hint, cause: error });
  }
}

/** V8 limits a string to about 512 MB. Hundreds of tools that each have a large tree of types exceed this. */
function tooLong(cause: RangeError): ToolwrightError {
  const message = 'The manifest would exceed the maximum string length of Node.js.';
  const hint = 'Use smaller types for arguments; an entire syntax tree takes a megabyte.';
  return new ToolwrightError('OUTPUT_FAILED', message, { blame: 'developer', hint, cause });
}
