import { ToolwrightError } from '@toolwright/contract';

/**
 * Runs work of the compiler, which parses and checks recursively.
 * @param place Returns the subject of the error message.
 * @throws ToolwrightError `INVALID_PROJECT` when the source is nested too deeply for the compiler.
 */
export function withinDepth<Result>(place: () => string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const hint = 'Exclude the file from the project, or shorten its longest expression or type.';
    const message = `${place()} is nested more deeply than the TypeScript compiler can follow.`;
    throw new ToolwrightError('INVALID_PROJECT', message, { blame: 'developer', hint, cause: error });
  }
}
