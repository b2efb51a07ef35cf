import { ToolwrightError } from '@toolwright/contract';

/** AJV cannot be loaded, because the program is a bundle, or not on Node. */
export class NoCompiler extends Error {
  override readonly name = 'NoCompiler';

  constructor() {
    super('This program does not contain AJV.');
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
  const hint = 'Use other keywords than unevaluatedProperties, unevaluatedItems, $id and $dynamicRef.';
  return new ToolwrightError(
    'UNSUPPORTED',
    `${subject} cannot be validated: their schema has keywords that only generated code supports, and this program has no AJV or forbids generating code. ${hint}`,
    { blame: 'developer', hint, cause },
  );
}
