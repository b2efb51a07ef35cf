declare const NEEDED_BY: unique symbol;
declare const MISSING: unique symbol;

/** Names the tools that ask for a context, in the compiler's messages about it. Nothing has to have it. */
export interface NeededBy<Names> {
  // A method, whose parameters the compiler compares in both directions: any names suit.
  [NEEDED_BY]?(names: Names): void;
}

/** An option `context` that must be passed: the tools of these names ask for a `ToolContext<App>`. */
export interface NeedsContext<Names, App> {
  /** Tools read it as `context.app`. It is never shown to a model and never stored. */
  readonly context: Labelled<App, Names>;
}

/** An option `context` that may be passed: all tools that ask for one do without. */
export interface TakesContext<Names, App> {
  /** Tools read it as `context.app`. It is never shown to a model and never stored. */
  readonly context?: Labelled<App, Names> | undefined;
}

type Labelled<App, Names> = App extends null | undefined ? App : App & NeededBy<Names>;

/** The option `context` that a call of the tool of this name takes. `unknown` if the tool asks for none. */
export type ContextOfTool<Name, One> = ContextOf<Name, WantsOf<One>>;

/** The option `context` that suits all tools: an intersection of what each of them asks for. */
export type ContextOfTools<Tools> = ContextOf<keyof Asking<Tools>, Asking<Tools>[keyof Asking<Tools>]>;

/** The tools that ask for a context, of those whose names are known. */
type Asking<Tools> = {
  [Name in keyof Tools as string extends Name
    ? never
    : [WantsOf<Tools[Name]>] extends [never]
      ? never
      : Name extends string
        ? Name
        : '(a tool without a literal name)']: WantsOf<Tools[Name]>;
};

/** Tools of any name are those of a manifest that codegen has not written yet: they need no context. */
type ContextOf<Names, All> = [All] extends [never]
  ? unknown
  : string extends Names
    ? unknown
    : [All] extends [Wants<infer App>]
      ? undefined extends App
        ? TakesContext<Names, App>
        : NeedsContext<Names, App>
      : unknown;

/** Contravariant: what suits several of them is their intersection. One instance per type, however many tools ask for that. */
interface Wants<in App> {
  readonly take: (app: App) => void;
}

type WantsOf<One> = One extends { readonly context: infer App } ? Wants<App> : never;

/** `[options?]`, or `[options]` where the context is required. */
export type WithContext<Options, Context> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of options with nothing in them
  {} extends Context ? [options?: Options & Context] : [options: Options & Context];

/** The option `context` that suits all of several sources: an intersection. */
export type ContextOfSources<Each> = [Each] extends [never]
  ? unknown
  : (Each extends unknown ? (context: ContextOfSource<Each>) => void : never) extends (
        context: infer All,
      ) => void
    ? All
    : never;

/** The option `context` that a source of tools asks for; `unknown` if it asks for none, or its tools are not known. */
export type ContextOfSource<Source> = Source extends { takesContext?(context: infer Context): void }
  ? Context
  : unknown;

/** Stands in the compiler's messages for a `context` that was not passed. No value has this type. */
export interface MissingContext<Context> {
  readonly [MISSING]: Context;
}

/** A source of tools that asks for no context; else a type that no value has, so that the compiler names the tools that ask. */
export type WithoutContext<Source> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of options with nothing in them
  {} extends ContextOfSource<Source> ? Source : MissingContext<ContextOfSource<Source>>;
