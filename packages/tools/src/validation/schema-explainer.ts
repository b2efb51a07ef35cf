import type { JsonSchema } from '@toolwright/contract';
import type { ArgumentIssue } from './argument-issue.js';
import { countsAtMost, MAX_EXPLAINED } from './counts-at-most.js';
import { issueOf, type Place, tagIssue, type Wording } from './issue-sentences.js';
import { isContainer } from './json-types.js';
import type { Violation } from './keywords/violation.js';
import { SchemaChecker } from './schema-checker.js';
import { findBranch, findTag } from './union-branch.js';

/** Explains values that a schema of known keywords refuses, without generating code. */
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

  /** Empty where the schema has nothing against the value. */
  issues(value: unknown): ArgumentIssue[] {
    const limit = countsAtMost(value, MAX_EXPLAINED) ? Number.POSITIVE_INFINITY : 1;
    this.#checker = new SchemaChecker(this.#root, this.#ownOnly);
    const issues = new Map<string, ArgumentIssue>();
    for (const issue of this.#explain(value, this.#root, [])) {
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

  /** For a value that fits no branch: what is wrong by the branch that it is meant for, where that is clear. */
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
    yield tag === undefined ? issueOf(place, violation) : tagIssue(place, tag);
  }
}
