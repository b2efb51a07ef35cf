declare const NEEDED_BY: unique symbol;
declare const MISSING: unique symbol;

/** Makes compiler errors about a context name the tools that need it. Values do not need to have this type. */
export interface NeededBy<Names> {
  // A method, because the compiler compares method parameters in both directions: any names fit.
  [NEEDED_BY]?(names: Names): void;
}

/** A required option `context`: the named tools ask for a `ToolContext<App>`. */
export interface NeedsContext<Names, App> {
  /** Tools read it as `context.app`. It is never shown to a model and never stored. */
  readonly context: Labelled<App, Names>;
}

/** An optional `context`: all tools that ask for one can do without. */
export interface TakesContext<Names, App> {
  /** Tools read it as `context.app`. It is never shown to a model and never stored. */
  readonly context?: Labelled<App, Names> | undefined;
}

type Labelled<App, Names> = App extends null | undefined ? App : App & NeededBy<Names>;

/** The option `context` for a call of the named tool. `unknown` if the tool asks for none. */
export type ContextOfTool<Name, One> = ContextOf<Name, WantsOf<One>>;

/** The option `context` that suits all tools: the intersection of their contexts. */
export type ContextOfTools<Tools> = ContextOf<keyof Asking<Tools>, Asking<Tools>[keyof Asking<Tools>]>;

/** The tools that ask for a context, among those with known names. */
type Asking<Tools> = {
  [Name in keyof Tools as string extends Name
    ? never
    : [WantsOf<Tools[Name]>] extends [never]
      ? never
      : Name extends string
        ? Name
        : '(a tool without a literal name)']: WantsOf<Tools[Name]>;
};

/** Tools with any name come from a manifest that codegen has not yet written: they need no context. */
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
 * Contravariant, so that several tools infer the intersection of their contexts. Each context type has one instance, however many tools
 * ask for it.
 */
interface Wants<in App> {
  readonly take: (app: App) => void;
}

type WantsOf<One> = One extends { readonly context: infer App } ? Wants<App> : never;

/** `[options?]`, or `[options]` where the context is required. */
export type WithContext<Options, Context> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of options with nothing in them
  {} extends Context ? [options?: Options & Context] : [options: Options & Context];

/** The option `context` that suits several sources: an intersection. */
export type ContextOfSources<Each> = [Each] extends [never]
  ? unknown
  : (Each extends unknown ? (context: ContextOfSource<Each>) => void : never) extends (
        context: infer All,
      ) => void
    ? All
    : never;

/** The option `context` that a tool source asks for; `unknown` if it asks for none, or its tools are not known. */
export type ContextOfSource<Source> = Source extends { takesContext?(context: infer Context): void }
  ? Context
  : unknown;

/** Appears in compiler errors for a `context` that was not passed. No value has this type. */
export interface MissingContext<Context> {
  readonly [MISSING]: Context;
}

/**
 * A tool source that asks for no context; otherwise a type without values, so that the compiler error names the tools that ask for one.
 */
export type WithoutContext<Source> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of options with nothing in them
  {} extends ContextOfSource<Source> ? Source : MissingContext<ContextOfSource<Source>>;
