import type {
  FormerNames,
  JsonSchema,
  ObjectSchema,
  ToolAnnotations,
  ToolContext,
} from '@toolwright/contract';

/**
 * A tool with a schema that you write by hand, for tools that codegen cannot see, such as those made at run time. Implement it with a class
 * and pass an instance to `registry.register`.
 */
export interface Tool<Name extends string = string, Args = never, Returns = unknown, App = unknown> {
  readonly name: Name;
  readonly description: string;
  /** Draft 2020-12; arguments are validated against it, and its defaults are put in. */
  readonly parameters: ObjectSchema;
  readonly output?: JsonSchema | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  /** Refuses calls without a `context`: set it if `execute` asks for a `ToolContext<App>`. Default: false. */
  readonly needsContext?: boolean | undefined;
  /** Names that calls may use beside the present ones, which models do not see. */
  readonly was?: FormerNames | undefined;
  /**
   * Refuses schemas that are valid but probably mistakes, such as unknown keywords. Set it to false for a schema that others wrote: what
   * cannot be checked is then left to the tool, and so are defaults. Default: true.
   */
  readonly strictSchema?: boolean | undefined;
  execute(args: Args, context: ToolContext<App>): Returns;
}
