import type {
  FormerNames,
  JsonSchema,
  ObjectSchema,
  ToolAnnotations,
  ToolContext,
} from '@toolwright/contract';

/**
 * A tool with a handwritten schema, for tools that codegen cannot see, such as those created at run time. Implement it with a class and
 * pass an instance to `registry.register`.
 */
export interface Tool<Name extends string = string, Args = never, Returns = unknown, App = unknown> {
  readonly name: Name;
  readonly description: string;
  /** Draft 2020-12. Arguments are validated against it, and its defaults are inserted. */
  readonly parameters: ObjectSchema;
  readonly output?: JsonSchema | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  /** Refuses calls without a `context`: set it if `execute` asks for a `ToolContext<App>`. Default: false. */
  readonly needsContext?: boolean | undefined;
  /** Former names that calls may still use; models do not see them. */
  readonly was?: FormerNames | undefined;
  /**
   * Refuses schemas that are valid but probably mistakes, for example with unknown keywords. Set it to false for a third-party schema: the
   * tool must then handle defaults and everything that cannot be checked. Default: true.
   */
  readonly strictSchema?: boolean | undefined;
  execute(args: Args, context: ToolContext<App>): Returns;
}
