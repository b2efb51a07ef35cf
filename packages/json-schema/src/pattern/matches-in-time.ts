import { type Context, createContext, Script } from 'node:vm';

let context: Context | undefined;
let run: Script | undefined;

/** The time limit in milliseconds, far more than ordinary text needs. */
const LIMIT_MS = 250;

/**
 * Matches a pattern for which no linear algorithm is available, e.g. because it contains backreferences. Stops the engine if it takes too
 * long.
 * @throws Error if the engine was stopped
 */
export function matchesInTime(expression: RegExp, text: string): boolean {
  run ??= new Script('expression.test(text)');
  context ??= createContext({});
  Object.assign(context, { expression, text });
  try {
    return run.runInContext(context, { timeout: LIMIT_MS }) === true;
  } catch (error) {
    throw new Error(
      `A string of ${text.length} characters takes too long to match the pattern ${expression.source}. Send a shorter string.`,
      { cause: error },
    );
  } finally {
    Object.assign(context, { expression: undefined, text: undefined });
  }
}
