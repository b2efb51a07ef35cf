declare const NEEDED_BY: unique symbol;
declare const MISSING: unique symbol;

/** Adds the names of the tools that need a context to compiler errors about it. Values do not need to have this type. */
export interface NeededBy<Names> {
  // A method, because the compiler compares method parameters in both directions: any names fit.
  [NEEDED_BY]?(names: Names): void;
}

/** The option `context` if it is required, because the named tools declare a `ToolContext<App>`. */
export interface NeedsContext<Names, App> {
  /** The value that tools read as `context.app`. It is never shown to a model and never stored. */
  readonly context: Labelled<App, Names>;
}

/** The option `context` if it is optional, because all tools that declare a context also accept undefined. */
export interface TakesContext<Names, App> {
  /** The value that tools read as `context.app`. It is never shown to a model and never stored. */
  readonly context?: Labelled<App, Names> | undefined;
}

type Labelled<App, Names> = App extends null | undefined ? App : App & NeededBy<Names>;

/** The option `context` for a call to the named tool. `unknown` if the tool declares no context. */
export type ContextOfTool<Name, One> = ContextOf<Name, WantsOf<One>>;

/** The option `context` that suits all tools: the intersection of their contexts. */
export type ContextOfTools<Tools> = ContextOf<keyof Asking<Tools>, Asking<Tools>[keyof Asking<Tools>]>;

/** The tools with known names that declare a context. */
type Asking<Tools> = {
  [Name in keyof Tools as string extends Name
    ? never
    : [WantsOf<Tools[Name]>] extends [never]
      ? never
      : Name extends string
        ? Name
        : '(a tool without a literal name)']: WantsOf<Tools[Name]>;
};

/** If tool names are not known, codegen has not written the manifest yet, so no context is required. */
type ContextOf<Names, All> = [All] extends [never]
  ? unknown
  : string extends Names
    ? unknown
    : [All] extends [Wants<infer App>]
      ? undefined extends App
        ? TakesContext<Names, App>
        : NeedsContext<Names, App>
      : unknown;

/**
 * Contravariant, so that the intersection of several tools' contexts is inferred. Each context type has one instance, no matter how many
 * tools declare it.
 */
interface Wants<in App> {
  readonly take: (app: App) => void;
}

type WantsOf<One> = One extends { readonly context: infer App } ? Wants<App> : never;

/** `[options?]`, or `[options]` if the context is required. */
export type WithContext<Options, Context> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of empty options
  {} extends Context ? [options?: Options & Context] : [options: Options & Context];

/** The option `context` that suits several sources: an intersection. */
export type ContextOfSources<Each> = [Each] extends [never]
  ? unknown
  : (Each extends unknown ? (context: ContextOfSource<Each>) => void : never) extends (
        context: infer All,
      ) => void
    ? All
    : never;

/** The option `context` that a tool source needs; `unknown` if it needs no context, or if its tools are not known. */
export type ContextOfSource<Source> = Source extends { takesContext?(context: infer Context): void }
  ? Context
  : unknown;

/** Appears in compiler errors if `context` was not passed. No value has this type. */
export interface MissingContext<Context> {
  readonly [MISSING]: Context;
}

/**
 * A tool source that needs no context. Otherwise, a type without values, so that the compiler error names the tools that need a context.
 */
export type WithoutContext<Source> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of empty options
  {} extends ContextOfSource<Source> ? Source : MissingContext<ContextOfSource<Source>>;
