import {
  ANNOTATIONS,
  checkOptions,
  type FormerNames,
  type JsonSchema,
  type ObjectSchema,
  optionsOf,
  type StandardSchema,
  type ToolAnnotations,
  type ToolContext,
  ToolwrightError,
} from '@toolwright/contract';
import { issuesOf, parametersOf, parseArguments } from './standard-parameters.js';
import { findJsonSchema, isStandardSchema } from './standard-schema.js';
import type { Tool } from './user-tool.js';

/** Options of `FunctionTool`. */
export type FunctionToolOptions<Name extends string, Args, Returns, App = unknown> = ToolDescription<
  Name,
  Args
> &
  (
    | {
        /** Receives the validated arguments as one object, with defaults inserted. */
        readonly execute: ToolFunction<Args, Returns, App>;
        readonly fn?: undefined;
      }
    | {
        /** @deprecated Use `execute`, as in {@link Tool}. */
        readonly fn: ToolFunction<Args, Returns, App>;
        readonly execute?: undefined;
      }
  );

type ToolFunction<Args, Returns, App> = (args: Args, context: ToolContext<App>) => Returns;

interface ToolDescription<Name extends string, Args> {
  readonly name: Name;
  readonly description: string;
  /**
   * The schema of the arguments, in draft 2020-12, or an object schema of Zod or a similar library: `execute` then receives what it returns.
   */
  readonly parameters: ObjectSchema | StandardSchema<unknown, Args>;
  readonly output?: JsonSchema | StandardSchema;
  readonly annotations?: ToolAnnotations;
  /** Whether to refuse calls without a `context`. Set it if `execute` declares a `ToolContext<App>`. Default: false. */
  readonly needsContext?: boolean;
  /** The former names that calls may still use. See {@link Tool}. */
  readonly was?: FormerNames;
  /** False for a third-party schema. See {@link Tool}. Default: true. */
  readonly strictSchema?: boolean;
}

const FUNCTION_TOOL = optionsOf<FunctionToolOptions<string, never, unknown>>()({
  'a string': 'name description',
  'true or false': 'needsContext strictSchema',
  'a function': 'execute fn',
  'an object': 'annotations was',
  anything: 'parameters output',
});

/** A {@link Tool} built from a function and a schema. Keep the argument type in sync with the schema. */
export class FunctionTool<Name extends string = string, Args = never, Returns = unknown, App = unknown>
  implements Tool<Name, Args, Returns, App>
{
  readonly name: Name;
  readonly description: string;
  readonly parameters: ObjectSchema;
  readonly output: JsonSchema | undefined;
  readonly annotations: ToolAnnotations | undefined;
  readonly needsContext: boolean | undefined;
  readonly was: FormerNames | undefined;
  readonly strictSchema: boolean | undefined;
  readonly issuesOf: Tool['issuesOf'];
  readonly #execute: ToolFunction<Args, Returns, App>;
  readonly #standard: StandardSchema<unknown, Args> | undefined;

  /** @throws ToolwrightError `INVALID_TOOL` if no function is given, or a schema of a library has no JSON Schema */
  constructor(options: FunctionToolOptions<Name, Args, Returns, App>) {
    checkOptions(options, FUNCTION_TOOL, 'FunctionTool');
    checkOptions(options.annotations, ANNOTATIONS, 'annotations');
    this.name = options.name;
    this.description = options.description;
    const { parameters, output } = options;
    const standard = isStandardSchema(parameters) ? parameters : undefined;
    this.#standard = standard;
    this.issuesOf = standard && ((args) => issuesOf(standard, args));
    this.parameters = isStandardSchema(parameters) ? parametersOf(parameters, this.name) : parameters;
    this.output = output && (isStandardSchema(output) ? findJsonSchema(output, 'output') : output);
    this.annotations = options.annotations;
    this.needsContext = options.needsContext;
    this.was = options.was;
    this.strictSchema = options.strictSchema ?? (this.#standard && false);
    this.#execute = options.execute ?? options.fn ?? missingFunction(this.name);
  }

  execute(args: Args, context: ToolContext<App>): Returns {
    if (this.#standard === undefined) return this.#execute(args, context);
    const parsed = parseArguments(this.#standard, this.name, args);
    if (!(parsed instanceof Promise)) return this.#execute(parsed, context);
    // A schema with asynchronous rules makes any tool asynchronous, and the registry waits for its result.
    return parsed.then((value) => this.#execute(value, context)) as Returns;
  }
}

function missingFunction(name: string): never {
  throw new ToolwrightError('INVALID_TOOL', `The tool '${name}' has no function to execute.`, {
    blame: 'developer',
    hint: "Pass the function as 'execute': new FunctionTool({ name, description, parameters, execute: (args) => … }).",
  });
}
