import { type ObjectSchema, ToolwrightError } from '@toolwright/contract';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { ArgumentIssue } from './argument-issue.js';
import { issueOf } from './issue-sentences.js';
import { isContainer } from './json-types.js';
import type { SchemaCompiler } from './schema-compiler.js';
import { withoutOtherBranches } from './union-errors.js';
import { findUnsafeValue, type SchemaTraits, schemaTraits } from './unsafe-values.js';

/** Validates the arguments of one tool. Compiles nothing before it is asked for the first time. */
export class ArgumentValidator {
  readonly #toolName: string;
  readonly #schema: ObjectSchema;
  readonly #compiler: SchemaCompiler;
  #compiled: Compiled | undefined;
  #thorough: ValidateFunction | undefined;
  /** True for valid arguments. Becomes the compiled validator itself where that says it all: calls are hot. */
  accepts: (value: unknown) => boolean = (value) => this.compile().accepts(value);

  constructor(toolName: string, schema: ObjectSchema, compiler: SchemaCompiler) {
    this.#toolName = toolName;
    this.#schema = schema;
    this.#compiler = compiler;
  }

  /**
   * Compiles the schema, unless that was done.
   * @throws ToolwrightError `INVALID_TOOL` for a schema that AJV refuses.
   */
  compile(): Compiled {
    if (this.#compiled === undefined) {
      const traits = schemaTraits(this.#schema);
      const validate = this.#compile(traits, false);
      const accepts = traits.isOpen
        ? (value: unknown) => validate(value) && findUnsafeValue(value, traits.declared) === undefined
        : validate;
      this.#compiled = { traits, validate, accepts };
      this.accepts = accepts;
    }
    return this.#compiled;
  }

  /** What is wrong with arguments that `accepts` refuses: at least one issue. */
  issues(value: unknown): ArgumentIssue[] {
    const { validate, traits } = this.compile();
    // Going on after the first error makes one error per item of a hostile list; such a list gets one error in all.
    const thorough = countsAtMost(value, MAX_NODES) ? this.#compileThorough(traits) : validate;
    if (thorough(value)) return [findUnsafeValue(value, traits.declared) ?? GENERIC_ISSUE];
    const errors: readonly ErrorObject[] = thorough.errors ?? [];
    const issues = new Map<string, ArgumentIssue>();
    for (const error of withoutOtherBranches(errors, value, this.#schema)) {
      const issue = issueOf(error, value, this.#schema);
      issues.set(issue.message, issue);
    }
    return issues.size > 0 ? [...issues.values()] : [GENERIC_ISSUE];
  }

  #compileThorough(traits: SchemaTraits): ValidateFunction {
    this.#thorough ??= this.#compile(traits, true);
    return this.#thorough;
  }

  #compile({ namesInherited }: SchemaTraits, allErrors: boolean): ValidateFunction {
    try {
      return this.#compiler.compile(this.#schema, { allErrors, ownOnly: namesInherited });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolwrightError(
        'INVALID_TOOL',
        `The schema of '${this.#toolName}' is not valid: ${reason}.`,
        {
          blame: 'developer',
          hint: 'Correct the schema; where it was generated, run `npx toolwright codegen`.',
          cause: error,
        },
      );
    }
  }
}

interface Compiled {
  readonly traits: SchemaTraits;
  readonly validate: ValidateFunction;
  readonly accepts: (value: unknown) => boolean;
}

const GENERIC_ISSUE: ArgumentIssue = { path: '', message: 'The arguments do not match the schema.' };

/** Values inside arguments up to which all errors are collected. */
const MAX_NODES = 5_000;

function countsAtMost(value: unknown, limit: number): boolean {
  let left = limit;
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && left >= 0) {
    const next = waiting.pop();
    left -= 1;
    if (!isContainer(next) || seen.has(next)) continue;
    seen.add(next);
    for (const member of Object.values(next)) {
      if (waiting.length > limit) return false;
      waiting.push(member);
    }
  }
  return left >= 0;
}
