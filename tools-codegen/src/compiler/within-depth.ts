import { ToolwrightError } from '@toolwright/contract';

/**
 * The compiler parses and checks recursively.
 * @param place What the work is about, to begin a sentence with.
 * @throws ToolwrightError `INVALID_PROJECT` for a source that is nested deeper than that can go.
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
