import { isToolwrightError, type ToolOutcome, thrownOf } from '@toolwright/contract';
import type { SchemaValidator } from '@toolwright/tools/validation';

/**
 * What is wrong with a call: the tool crashed (a `TypeError` and the like, or no error at all was thrown), threw an error that is not declared,
 * returned what its output schema refuses, did not end in time, or refused arguments that its schema accepts.
 */
export type ToolProblemKind = 'crash' | 'undeclared-error' | 'wrong-result' | 'hang' | 'refused-arguments';

/** What is wrong with a call. */
export interface ToolProblem {
  readonly kind: ToolProblemKind;
  readonly message: string;
  /** Of a crash and an undeclared error. */
  readonly stack?: string;
}

/** Errors that the language throws for mistakes in code. */
const CRASHES: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'URIError',
  'AssertionError',
]);

interface Expected {
  readonly output: SchemaValidator | undefined;
  /** The names of errors that the tool may throw. */
  readonly declared: readonly string[];
}

export function findProblem(outcome: ToolOutcome, { output, declared }: Expected): ToolProblem | undefined {
  if (outcome.error === null) {
    const [issue] = outcome.content === undefined ? (output?.issues(outcome.result) ?? []) : [];
    if (issue === undefined) return undefined;
    const where = issue.path === '' ? '' : `${issue.path}: `;
    return { kind: 'wrong-result', message: `${where}${issue.message}` };
  }
  const thrown = thrownOf(outcome);
  if (thrown === undefined) return { kind: 'refused-arguments', message: outcome.error };
  const { value } = thrown;
  if (isToolwrightError(value)) {
    if (declared.includes(value.code)) return undefined;
    if (value.code === 'TOOL_TIMEOUT') return { kind: 'hang', message: value.message };
    if (value.code === 'INVALID_RESULT') return { kind: 'wrong-result', message: value.message };
  }
  if (!(value instanceof Error))
    return { kind: 'crash', message: `threw ${outcome.error}, which is not an Error` };
  const { name } = value;
  if (declared.includes(name) || declared.includes(value.constructor.name)) return undefined;
  const kind = CRASHES.has(name) ? 'crash' : 'undeclared-error';
  return {
    kind,
    message: `${name}: ${outcome.error}`,
    ...(value.stack === undefined ? {} : { stack: value.stack }),
  };
}
