import { type ObjectSchema, ToolwrightError } from '@toolwright/contract';
import type { ValidateFunction } from 'ajv';
import { ArgumentExplainer } from './argument-explainer.js';
import type { ArgumentIssue } from './argument-issue.js';
import type { SchemaCompiler } from './schema-compiler.js';
import { findUnsafeValue, type SchemaTraits, schemaTraits } from './unsafe-values.js';

/** Validates the arguments of one tool. Compiles nothing before it is asked for the first time. */
export class ArgumentValidator {
  readonly #toolName: string;
  readonly #schema: ObjectSchema;
  readonly #compiler: SchemaCompiler;
  #compiled: Compiled | undefined;
  #explainer: ArgumentExplainer | undefined;
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
      const validate = this.#compileSchema(traits);
      const accepts = traits.isOpen
        ? (value: unknown) => validate(value) && findUnsafeValue(value, traits.declared) === undefined
        : validate;
      this.#compiled = { traits, accepts };
      this.accepts = accepts;
    }
    return this.#compiled;
  }

  /** What is wrong with arguments that `accepts` refuses: at least one issue. */
  issues(value: unknown): ArgumentIssue[] {
    const { traits } = this.compile();
    this.#explainer ??= new ArgumentExplainer(this.#schema, this.#compiler, traits.namesInherited);
    const issues = this.#explainer.issues(value);
    return issues.length > 0 ? issues : [findUnsafeValue(value, traits.declared) ?? GENERIC_ISSUE];
  }

  #compileSchema({ namesInherited }: SchemaTraits): ValidateFunction {
    try {
      return this.#compiler.compile(this.#schema, { errors: 'none', ownOnly: namesInherited });
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
  readonly accepts: (value: unknown) => boolean;
}

const GENERIC_ISSUE: ArgumentIssue = { path: '', message: 'The arguments do not match the schema.' };
