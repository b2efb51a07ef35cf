import { type Context, createContext, Script } from 'node:vm';

let context: Context | undefined;
let run: Script | undefined;

/** Far more than ordinary text needs. */
const LIMIT_MS = 250;

/**
 * Matches patterns without a linear algorithm, such as those with references to groups. Stops the engine when it takes too long.
 * @throws Error When the engine was stopped.
 */
export function matchesInTime(expression: RegExp, text: string): boolean {
  run ??= new Script('expression.test(text)');
  context ??= createContext({});
  Object.assign(context, { expression, text });
  try {
    return run.runInContext(context, { timeout: LIMIT_MS }) === true;
  } catch (error) {
    throw new Error(
      `A text of ${text.length} characters takes too long to match the pattern ${expression.source}. Send a shorter one.`,
      { cause: error },
    );
  } finally {
    Object.assign(context, { expression: undefined, text: undefined });
  }
}
