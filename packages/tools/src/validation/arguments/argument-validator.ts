import { type ObjectSchema, type StandardIssue, ToolwrightError } from '@toolwright/contract';
import { schemaTraits } from '@toolwright/json-schema';
import { MemberJudge } from '../../early/member-judge.js';
import { describeIssue, placeOf } from '../../standard-schema.js';
import type { Compilation } from '../ajv/compilation.js';
import type { Compiler } from '../ajv/compiler.js';
import { createValidator, type Validate } from '../ajv/create-validator.js';
import { refusedCode, refusesGeneratedCode } from '../ajv/refused-code.js';
import { schemaProblem } from '../ajv/schema-problem.js';
import type { ArgumentIssue } from '../explain/argument-issue.js';
import { createExplainer } from '../explain/create-explainer.js';
import { ARGUMENTS } from '../explain/issue-sentences.js';
import { findUnsafeValue } from './unsafe-values.js';

/** Validates the arguments of one tool. The schema is compiled on first use. */
export class ArgumentValidator {
  readonly #toolName: string;
  readonly #schema: ObjectSchema;
  readonly #compiler: Compiler;
  readonly #create: () => Validate;
  readonly #compilation: Compilation;
  readonly #ownIssues: OwnIssues | undefined;
  /** Returns true for valid arguments. Replaced with the compiled validator itself, for performance. */
  accepts: Validate = (value) => this.compile().accepts(value);

  /**
   * @param compilation shared by all validators of the same schema
   * @param create creates the schema's validator on first use. Default: `createValidator`.
   * @param ownIssues what the library of the schema refuses. It decides, because its JSON Schema may be stricter, e.g. for `catch`.
   */
  constructor(
    toolName: string,
    schema: ObjectSchema,
    compiler: Compiler,
    compilation: Compilation = {},
    create: () => Validate = () => createValidator(schema, compiler),
    ownIssues?: OwnIssues,
  ) {
    this.#ownIssues = ownIssues;
    this.#compilation = compilation;
    this.#toolName = toolName;
    this.#schema = schema;
    this.#compiler = compiler;
    this.#create = create;
  }

  /**
   * Compiles the schema once.
   * @throws ToolwrightError `INVALID_TOOL` for a schema that AJV refuses, `UNSUPPORTED` if the schema needs AJV and there is none
   */
  compile(): Compiled {
    this.#compilation.compiled ??= this.#compile();
    this.accepts = this.#compilation.compiled.accepts;
    return this.#compilation.compiled;
  }

  /** Returns the issues of arguments that `accepts` refuses. Always returns at least one issue. */
  issues(value: unknown): ArgumentIssue[] {
    const found = this.#schemaIssues(value);
    const own = this.#ownIssues?.(value)?.map((issue) => ({
      path: placeOf(issue),
      message: describeIssue(issue),
    }));
    if (own === undefined) return found;
    const unsafe = findUnsafeValue(value, this.compile().traits.declared);
    if (own.length === 0) return unsafe === undefined ? found : [unsafe];
    // The sentences of the JSON Schema say more to a model, but it may refuse what the library accepts.
    const isSame = (one: ArgumentIssue, { path }: ArgumentIssue): boolean =>
      one.path === path || one.message.startsWith(`${path} `);
    const confirmed = found.filter((one) => own.some((issue) => isSame(one, issue)));
    return [...confirmed, ...own.filter((issue) => !confirmed.some((one) => isSame(one, issue)))];
  }

  /** Whether the library of the schema accepts arguments that the JSON Schema refuses. */
  acceptsAnyway(value: unknown): value is object {
    if (this.#ownIssues?.(value)?.length !== 0) return false;
    return findUnsafeValue(value, this.compile().traits.declared) === undefined;
  }

  #schemaIssues(value: unknown): ArgumentIssue[] {
    const { traits } = this.compile();
    this.#compilation.explain ??= createExplainer(this.#schema, this.#compiler, ARGUMENTS);
    const issues = this.#compilation.explain(value);
    return issues.length > 0 ? issues : [findUnsafeValue(value, traits.declared) ?? GENERIC_ISSUE];
  }

  /** The judge for arguments that are still being written; undefined for schemas that do not allow a certain early verdict. */
  get judge(): MemberJudge | undefined {
    // A library may accept what its JSON Schema refuses, and can only check whole arguments.
    if (this.#ownIssues !== undefined) return undefined;
    this.#compilation.judge ??= MemberJudge.for(this.#schema) ?? null;
    return this.#compilation.judge ?? undefined;
  }

  #compile(): Compiled {
    const traits = schemaTraits(this.#schema);
    const validate = this.#createValidator();
    if (!traits.isOpen) return { traits, accepts: validate };
    return {
      traits,
      accepts: (value) => validate(value) && findUnsafeValue(value, traits.declared) === undefined,
    };
  }

  #createValidator(): Validate {
    try {
      return this.#create();
    } catch (error) {
      if (refusesGeneratedCode(error)) throw refusedCode(`Calls to '${this.#toolName}'`, error);
      throw new ToolwrightError(
        'INVALID_TOOL',
        `The schema of '${this.#toolName}' is not valid: ${schemaProblem(error)}.`,
        {
          blame: 'developer',
          hint: 'Correct the schema, or run `npx toolwright codegen` if it was generated.',
          cause: error,
        },
      );
    }
  }
}

type OwnIssues = (value: unknown) => readonly StandardIssue[] | undefined;

type Compiled = NonNullable<Compilation['compiled']>;

const GENERIC_ISSUE: ArgumentIssue = { path: '', message: 'The arguments do not match the schema.' };
