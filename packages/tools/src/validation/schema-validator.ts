import { type JsonSchema, ToolwrightError } from '@toolwright/contract';
import { SchemaCompiler } from '#schema-compiler';
import type { Compiler } from './ajv/compiler.js';
import { createValidator, type Validate } from './ajv/create-validator.js';
import { refusedCode, refusesGeneratedCode } from './ajv/refused-code.js';
import { schemaProblem } from './ajv/schema-problem.js';
import { findUnsafeValue } from './arguments/unsafe-values.js';
import type { ArgumentIssue } from './explain/argument-issue.js';
import { createExplainer, type Explain } from './explain/create-explainer.js';
import type { Wording } from './explain/issue-sentences.js';

/** Validates plain data other than tool arguments. The schema is compiled on first use. */
export class SchemaValidator {
  readonly #schema: JsonSchema;
  readonly #compiler: Compiler;
  #validate: Validate | undefined;
  #explain: Explain | undefined;

  /** @param compiler shared by the validators of a schema's parts. Default: a compiler that ignores unknown keywords. */
  constructor(schema: JsonSchema, compiler: Compiler = new SchemaCompiler(false)) {
    this.#schema = schema;
    this.#compiler = compiler;
  }

  /**
   * Compiles the schema once.
   * @throws ToolwrightError `INVALID_CONFIG` for a schema that AJV refuses, `UNSUPPORTED` if the schema needs AJV and there
   * is none
   */
  compile(): Validate {
    try {
      this.#validate ??= createValidator(this.#schema, this.#compiler);
      return this.#validate;
    } catch (error) {
      if (refusesGeneratedCode(error)) throw refusedCode('Values', error);
      throw new ToolwrightError('INVALID_CONFIG', `The schema is not valid: ${schemaProblem(error)}.`, {
        blame: 'developer',
        hint: 'Pass a JSON Schema in draft 2020-12.',
        cause: error,
      });
    }
  }

  accepts(value: unknown): boolean {
    return findUnsafeValue(value, ORDINARY_NAMES) === undefined && this.compile()(value);
  }

  /** Returns the issues of a value; empty if the value is valid. */
  issues(value: unknown): readonly ArgumentIssue[] {
    const unsafe = findUnsafeValue(value, ORDINARY_NAMES);
    if (unsafe !== undefined) return [{ ...unsafe, message: withSubject(unsafe) }];
    if (this.compile()(value)) return [];
    this.#explain ??= createExplainer(this.#schema, this.#compiler, WORDING);
    const issues = this.#explain(value);
    return issues.length > 0 ? issues : [{ path: '', message: 'The value does not match the schema.' }];
  }
}

const WORDING: Wording = { whole: 'The value', member: 'member' };

/** Names that are safe here. This data is not used as arguments, so only `__proto__` can do harm. */
const ORDINARY_NAMES: ReadonlySet<string> = new Set(['constructor', 'prototype']);

function withSubject({ path, message }: ArgumentIssue): string {
  return path === '' ? message.replace('The arguments', WORDING.whole) : message;
}
