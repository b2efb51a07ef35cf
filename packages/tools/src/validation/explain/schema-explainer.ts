import type { JsonSchema } from '@toolwright/contract';
import { findBranch, findTag, isContainer, resolveRef } from '@toolwright/json-schema';
import { countsAtMost, MAX_EXPLAINED } from '../counts-at-most.js';
import type { Violation } from '../keywords/violation.js';
import { SchemaChecker } from '../schema-checker.js';
import type { ArgumentIssue } from './argument-issue.js';
import { issueOf, type Place, tagIssue, type Wording } from './issue-sentences.js';

/** Explains why a schema of supported keywords refuses a value. Generates no code. */
export class SchemaExplainer {
  readonly #root: JsonSchema;
  readonly #ownOnly: boolean;
  #checker: SchemaChecker;
  readonly #wording: Wording;

  constructor(root: JsonSchema, ownOnly: boolean, wording: Wording) {
    this.#root = root;
    this.#ownOnly = ownOnly;
    this.#checker = new SchemaChecker(root, ownOnly);
    this.#wording = wording;
  }

  /**
   * Returns the issues of a value; empty if the value is valid.
   * @param schema the schema of a part at `path` in a larger value. Default: the whole schema.
   */
  issues(value: unknown, schema: JsonSchema = this.#root, path: readonly string[] = []): ArgumentIssue[] {
    const limit = countsAtMost(value, MAX_EXPLAINED) ? Number.POSITIVE_INFINITY : 1;
    this.#checker = new SchemaChecker(this.#root, this.#ownOnly);
    const issues = new Map<string, ArgumentIssue>();
    for (const issue of this.#explain(value, schema, path)) {
      issues.set(issue.message, issue);
      if (issues.size === limit) break;
    }
    return [...issues.values()];
  }

  *#explain(value: unknown, schema: JsonSchema, path: readonly string[]): Generator<ArgumentIssue> {
    for (const violation of this.#checker.violations(value, schema, path)) {
      const place = { ...violation, root: this.#root, wording: this.#wording };
      if (violation.keyword === 'anyOf' || violation.keyword === 'oneOf') {
        yield* this.#explainUnion(place, violation);
      } else yield issueOf(place, violation);
    }
  }

  /** Returns the branch with the fewest errors, among the branches that share members with the value. */
  #nearest(value: unknown, branches: readonly JsonSchema[]): JsonSchema | undefined {
    if (!isContainer(value)) return undefined;
    const alike = branches.filter((branch) => sharesMembers(value, resolveRef(branch, this.#root)));
    let nearest: { readonly branch: JsonSchema; readonly broken: number } | undefined;
    for (const branch of alike) {
      const broken = this.#checker.countBroken(value, branch, nearest?.broken ?? MAX_BROKEN);
      if (nearest === undefined || broken < nearest.broken) nearest = { branch, broken };
    }
    return nearest?.branch;
  }

  /** Explains why a value fits no branch. Uses the branch that the value was intended for, if that is clear. */
  *#explainUnion(place: Place, violation: Violation): Generator<ArgumentIssue> {
    const branches = place.schema.anyOf ?? place.schema.oneOf ?? [];
    const chosen = branches[findBranch(branches, place.found, this.#root) ?? -1];
    let isExplained = false;
    for (const issue of chosen ? this.#explain(place.found, chosen, place.segments) : []) {
      isExplained = true;
      yield issue;
    }
    if (isExplained) return;
    const tag = isContainer(place.found) ? findTag(branches, this.#root) : undefined;
    if (tag !== undefined) return void (yield tagIssue(place, tag));
    const nearest = chosen === undefined ? this.#nearest(place.found, branches) : undefined;
    let isNamed = false;
    for (const issue of nearest ? this.#explain(place.found, nearest, place.segments) : []) {
      isNamed = true;
      yield issue;
    }
    if (!isNamed) yield issueOf(place, violation);
  }
}

/** The maximum number of errors to count when branches are compared. */
const MAX_BROKEN = 100;

function sharesMembers(value: object, branch: JsonSchema | undefined): boolean {
  if (Array.isArray(value)) return branch?.items !== undefined || branch?.prefixItems !== undefined;
  return Object.keys(branch?.properties ?? {}).some((name) => Object.hasOwn(value, name));
}
