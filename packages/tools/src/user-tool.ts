import type {
  FormerNames,
  JsonSchema,
  ObjectSchema,
  StandardIssue,
  ToolAnnotations,
  ToolContext,
} from '@toolwright/contract';

/**
 * A tool with a handwritten schema, for tools that codegen cannot see, such as tools created at run time. Implement it as a class and
 * pass an instance to `registry.register`.
 */
export interface Tool<Name extends string = string, Args = never, Returns = unknown, App = unknown> {
  readonly name: Name;
  readonly description: string;
  /** The schema of the arguments, in draft 2020-12. Arguments are validated against it, and its defaults are inserted. */
  readonly parameters: ObjectSchema;
  readonly output?: JsonSchema | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  /** Whether to refuse calls without a `context`. Set it if `execute` declares a `ToolContext<App>`. Default: false. */
  readonly needsContext?: boolean | undefined;
  /** The former names that calls may still use. Models do not see them. */
  readonly was?: FormerNames | undefined;
  /**
   * Whether to refuse schemas that are valid but probably contain mistakes, such as unknown keywords. Pass false for a third-party schema;
   * then the tool itself must handle defaults and any constraints that cannot be checked. Default: true.
   */
  readonly strictSchema?: boolean | undefined;
  /**
   * Returns what a validator of the tool's own refuses, which may be nothing; undefined if it cannot tell. It decides about arguments that
   * the JSON Schema refuses, also after repairs.
   */
  readonly issuesOf?: ((args: unknown) => readonly StandardIssue[] | undefined) | undefined;
  execute(args: Args, context: ToolContext<App>): Returns;
}
