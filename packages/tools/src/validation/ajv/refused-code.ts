import { errorMessage, ToolwrightError } from '@toolwright/contract';

/** AJV cannot be loaded, because the program is a bundle or not on Node, or it cannot compile. */
export class NoCompiler extends Error {
  override readonly name = 'NoCompiler';

  /** @param keywords those that only AJV supports. Default: not known yet. */
  constructor(keywords: readonly string[] = []) {
    super(`AJV is not available, which the schema needs for: ${keywords.join(', ')}.`);
  }
}

/**
 * Whether an error means that schemas cannot be compiled: the program forbids code generation, as Node's
 * `--disallow-code-generation-from-strings` and content security policies do, or it is a bundle, which does not contain AJV. Checks the name,
 * because `instanceof` fails for errors from another realm.
 */
export function refusesGeneratedCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && REFUSALS.has(error.name);
}

const REFUSALS: ReadonlySet<unknown> = new Set(['EvalError', 'NoCompiler']);

/** Returns the error for a schema that must be compiled, and cannot be. @param subject the values that cannot be validated */
export function refusedCode(subject: string, cause: unknown): ToolwrightError {
  const hint =
    'Write the schema without them: bundles, and programs that must not generate code, interpret schemas.';
  return new ToolwrightError(
    'UNSUPPORTED',
    `${subject} cannot be validated. ${errorMessage(cause)} ${hint}`,
    {
      blame: 'developer',
      hint,
      cause,
    },
  );
}
