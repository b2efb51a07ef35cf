import type { TypeRuleCode } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import type { TypeNode } from '../ir/type-node.js';

/** A part of a type that has no schema. */
export interface Problem {
  readonly code: TypeRuleCode;
  /** The path from the requested type to the part, such as `.onDone` or `[]`. */
  readonly path: string;
  /** The rest of a sentence that starts with the path, such as "is a function, which JSON cannot carry". */
  readonly says: string;
  readonly hint?: string | undefined;
  /** The declaration that causes the problem, if it is in the user's own sources. */
  readonly node?: ts.Node | undefined;
  /**
   * Whether an optional member with this problem may be omitted because JSON cannot carry it. Other problems require a decision by the
   * author.
   */
  readonly omittable: boolean;
}

export interface Failure {
  readonly kind: 'failure';
  readonly problems: readonly Problem[];
}

export type Lowered = TypeNode | Failure;

export function isFailure(lowered: { readonly kind: string }): lowered is Failure {
  return lowered.kind === 'failure';
}

/** A failure for something that JSON cannot carry. */
export function cannotCarry(code: TypeRuleCode, says: string, hint?: string): Failure {
  return { kind: 'failure', problems: [{ code, path: '', says, hint, omittable: true }] };
}

/** A failure that the author must resolve, even on an optional member. */
export function mustSettle(code: TypeRuleCode, says: string, hint?: string): Failure {
  return { kind: 'failure', problems: [{ code, path: '', says, hint, omittable: false }] };
}

/** Moves a failure into the enclosing type. `node` is used for problems without a declaration of their own. */
export function within(step: string, failure: Failure, node?: ts.Node): Failure {
  return {
    kind: 'failure',
    problems: failure.problems.map((problem) => ({
      ...problem,
      path: step + problem.path,
      node: problem.node ?? node,
    })),
  };
}

/** The maximum number of problems: more would hide the first. */
const MAX_PROBLEMS = 20;

/** Joins failures without duplicates. Problems that the author must resolve come first, so the limit never drops them. */
export function joinFailures(failures: readonly Failure[]): Failure {
  const all = failures.flatMap((failure) => failure.problems);
  const problems: Problem[] = [];
  for (const problem of [
    ...all.filter(({ omittable }) => !omittable),
    ...all.filter(({ omittable }) => omittable),
  ]) {
    if (problems.length === MAX_PROBLEMS) break;
    if (!problems.some((other) => isSame(problem, other))) problems.push(problem);
  }
  return { kind: 'failure', problems };
}

function isSame(a: Problem, b: Problem): boolean {
  return a.code === b.code && a.node === b.node && (a.node !== undefined || a.path === b.path);
}
