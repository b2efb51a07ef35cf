import { ToolwrightError } from '@toolwright/contract';

/**
 * Whether an error means that the program forbids code generation, as Node's `--disallow-code-generation-from-strings` and content
 * security policies do. Checks the name, because `instanceof` fails for errors from another realm.
 */
export function refusesGeneratedCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'EvalError';
}

/** Returns the error for forbidden code generation. @param subject the values that cannot be validated */
export function refusedCode(subject: string, hint: string, cause: unknown): ToolwrightError {
  return new ToolwrightError(
    'UNSUPPORTED',
    `${subject} cannot be validated: this program forbids generating code from strings. ${hint}`,
    { blame: 'developer', hint, cause },
  );
}
