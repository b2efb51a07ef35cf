import type { JsonSchema } from '@toolwright/contract';
import { pointerSegments } from '@toolwright/schema';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { ArgumentIssue } from './argument-issue.js';
import { ARGUMENTS, issueOf, type Place, tagIssue, type Wording } from './issue-sentences.js';
import { isContainer } from './json-types.js';
import type { SchemaCompiler } from './schema-compiler.js';
import { findBranch, findTag } from './union-branch.js';

/** Finds out what is wrong with arguments that a schema refuses. Its validators are compiled at the first mistake. */
export class ArgumentExplainer {
  readonly #root: JsonSchema;
  readonly #compiler: SchemaCompiler;
  readonly #ownOnly: boolean;
  readonly #wording: Wording;
  readonly #validators = new Map<JsonSchema, ValidateFunction>();

  constructor(root: JsonSchema, compiler: SchemaCompiler, ownOnly: boolean, wording: Wording = ARGUMENTS) {
    this.#root = root;
    this.#compiler = compiler;
    this.#ownOnly = ownOnly;
    this.#wording = wording;
  }

  /** Empty where the schema has nothing against the value. */
  issues(value: unknown): ArgumentIssue[] {
    if (countsAtMost(value, MAX_NODES)) return unique(this.#explain(value, this.#root, []));
    // Going on after the first error would make one for every item of a hostile list.
    const first = this.#compiler.compile(this.#root, { errors: 'first', ownOnly: this.#ownOnly });
    return first(value)
      ? []
      : (first.errors ?? []).slice(-1).map((error) => issueOf(this.#place(error, []), error));
  }

  #explain(value: unknown, schema: JsonSchema, path: readonly string[]): ArgumentIssue[] {
    const validate = this.#validator(schema);
    if (validate(value)) return [];
    const errors: readonly ErrorObject[] = validate.errors ?? [];
    return withoutBranches(errors).flatMap((error) => {
      const place = this.#place(error, path);
      return isUnion(error) ? this.#explainUnion(place, error) : [issueOf(place, error)];
    });
  }

  /** For a value that fits no branch: what is wrong by the branch that it is meant for, where that is clear. */
  #explainUnion(place: Place, error: ErrorObject): ArgumentIssue[] {
    const branches = place.schema.anyOf ?? place.schema.oneOf ?? [];
    const chosen = branches[findBranch(branches, place.found, this.#root) ?? -1];
    const issues = chosen === undefined ? [] : this.#explainBranch(place, chosen);
    if (issues.length > 0) return issues;
    const tag = isContainer(place.found) ? findTag(branches, this.#root) : undefined;
    return [tag === undefined ? issueOf(place, error) : tagIssue(place, tag)];
  }

  #explainBranch({ found, segments }: Place, branch: JsonSchema): ArgumentIssue[] {
    try {
      return this.#explain(found, branch, segments);
    } catch {
      // A branch that refers to other parts of the schema than its definitions does not compile by itself.
      return [];
    }
  }

  #place(error: ErrorObject, path: readonly string[]): Place {
    return {
      segments: [...path, ...pointerSegments(error.instancePath)],
      found: error.data,
      schema: error.parentSchema ?? {},
      root: this.#root,
      wording: this.#wording,
    };
  }

  #validator(schema: JsonSchema): ValidateFunction {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      // A branch is compiled by itself, with the definitions that it may refer to.
      const { $defs } = this.#root;
      const whole = schema === this.#root || $defs === undefined ? schema : { ...schema, $defs };
      validate = this.#compiler.compile(whole, { errors: 'all', ownOnly: this.#ownOnly });
      this.#validators.set(schema, validate);
    }
    return validate;
  }
}

/** Values inside arguments up to which all errors are collected. */
const MAX_NODES = 5_000;

/** Drops what AJV reports from inside of unions and of `propertyNames`, just before it reports these themselves. */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = [];
  const unions: ErrorObject[] = [];
  for (const error of [...errors].reverse()) {
    const isInside = unions.some(
      (union) => isWithin(error, union) && error.parentSchema !== union.parentSchema,
    );
    if (isInside || error.propertyName !== undefined) continue;
    kept.unshift(error);
    if (isUnion(error)) unions.push(error);
  }
  return kept;
}

function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

function isWithin(error: ErrorObject, union: ErrorObject): boolean {
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
}

function unique(issues: readonly ArgumentIssue[]): ArgumentIssue[] {
  return [...new Map(issues.map((issue) => [issue.message, issue])).values()];
}

function countsAtMost(value: unknown, limit: number): boolean {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count > limit) return false;
    const next = waiting.pop();
    if (!isContainer(next) || seen.has(next)) continue;
    seen.add(next);
    for (const member of Object.values(next)) {
      if (waiting.push(member) > limit) return false;
    }
  }
  return true;
}
