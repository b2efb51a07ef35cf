import { errorMessage, type JsonSchema, ToolwrightError } from '@toolwright/contract';
import type { ValidateFunction } from 'ajv';
import { ArgumentExplainer } from './argument-explainer.js';
import type { ArgumentIssue } from './argument-issue.js';
import type { Wording } from './issue-sentences.js';
import { SchemaCompiler } from './schema-compiler.js';
import { findUnsafeValue, schemaTraits } from './unsafe-values.js';

/** Validates plain data that is not the arguments of a tool. Compiles nothing before it is asked for the first time. */
export class SchemaValidator {
  readonly #schema: JsonSchema;
  readonly #compiler: SchemaCompiler;
  #validate: ValidateFunction | undefined;
  #explainer: ArgumentExplainer | undefined;

  /** @param compiler Shared by the validators of one schema's parts. Default: keywords that AJV does not know are ignored. */
  constructor(schema: JsonSchema, compiler = new SchemaCompiler(false)) {
    this.#schema = schema;
    this.#compiler = compiler;
  }

  /** Compiles the schema, unless that was done. @throws ToolwrightError `INVALID_CONFIG` for one that AJV refuses */
  compile(): ValidateFunction {
    try {
      this.#validate ??= this.#compiler.compile(this.#schema, { errors: 'none', ownOnly: this.#ownOnly });
      return this.#validate;
    } catch (error) {
      throw new ToolwrightError('INVALID_CONFIG', `The schema is not valid: ${errorMessage(error)}.`, {
        blame: 'developer',
        hint: 'Pass a JSON Schema of draft 2020-12.',
        cause: error,
      });
    }
  }

  accepts(value: unknown): boolean {
    return findUnsafeValue(value, ORDINARY_NAMES) === undefined && this.compile()(value);
  }

  /** What is wrong; empty for a value that is accepted. */
  issues(value: unknown): readonly ArgumentIssue[] {
    const unsafe = findUnsafeValue(value, ORDINARY_NAMES);
    if (unsafe !== undefined) return [{ ...unsafe, message: withSubject(unsafe) }];
    if (this.compile()(value)) return [];
    this.#explainer ??= new ArgumentExplainer(this.#schema, this.#compiler, this.#ownOnly, WORDING);
    const issues = this.#explainer.issues(value);
    return issues.length > 0 ? issues : [{ path: '', message: 'The value does not match the schema.' }];
  }

  get #ownOnly(): boolean {
    return schemaTraits(this.#schema).namesInherited;
  }
}

const WORDING: Wording = { whole: 'The value', member: 'member' };

/** Data is not passed on as arguments, so that only `__proto__` can do harm. */
const ORDINARY_NAMES: ReadonlySet<string> = new Set(['constructor', 'prototype']);

function withSubject({ path, message }: ArgumentIssue): string {
  return path === '' ? message.replace('The arguments', WORDING.whole) : message;
}
