import type { Manifest, ToolType } from '@toolwright/contract';
import type { ContextOfTool } from './context-types.js';
import type { FunctionTool } from './function-tool.js';
import type { Tool } from './user-tool.js';

declare const UNNAMED: unique symbol;

/** The tools of a registry that the compiler does not know: any name, any arguments. */
export type AnyTools = { readonly [name: string]: ToolType };

/** The tools of several manifests; any tools without manifests, or with a manifest without types. */
export type ToolsOf<Manifests extends readonly Manifest[]> = Manifests extends readonly []
  ? AnyTools
  : Manifests extends readonly [infer Sole]
    ? TypesOf<Sole>
    : Joined<TypesOf<Manifests[number]>>;

type TypesOf<One> = One extends Manifest<infer Types> ? (unknown extends Types ? AnyTools : Types) : never;

/** A name in several manifests stands for any of their tools until an object is registered. */
type Joined<Each> = {
  readonly [Name in Each extends unknown ? keyof Each & string : never]: Each extends {
    readonly [Same in Name]: infer One;
  }
    ? One
    : never;
};

/** The names of the tools. */
export type ToolName<Tools> = keyof Tools & string;

/** The names that an option accepts: of literals, only tool names; any string if the name is known only at run time. */
export type Known<Given extends string, Names extends string> = string extends Given ? Given : Names;

/** Names of the synchronous tools. */
export type SyncToolName<Tools> = {
  [Name in ToolName<Tools>]: IsAsync<ReturnsOf<Tools[Name]>> extends true ? never : Name;
}[ToolName<Tools>];

type IsAsync<Returns> = unknown extends Returns
  ? false
  : true extends (
        Returns extends PromiseLike<unknown> | AsyncGenerator<unknown, unknown, never>
          ? true
          : false
      )
    ? true
    : false;

declare const MISSPELT: unique symbol;

/**
 * Part of the constraint of a name. For a name that does not fit, the compiler falls back to the whole constraint, which
 * {@link CallParameters} detects.
 */
export type Misspelt = typeof MISSPELT;

/** Makes {@link Misspelt} a key of the tools. */
export interface NoTool {
  readonly [MISSPELT]: never;
}

/**
 * `[args, options?]`. The arguments are optional if each of them is optional; the options are optional if the tool needs no context. A
 * misspelt name accepts any arguments, so that the compiler error is about the name.
 */
export type CallParameters<Name, One, Options> = [Misspelt] extends [Name]
  ? [args?: unknown, options?: unknown]
  : ParametersOf<Name, One, Options>;

/** @typeParam Name The tool's name, for compiler errors. */
type ParametersOf<Name, One, Options> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of options with nothing in them
  {} extends ContextOfTool<Name, One>
    ? // biome-ignore lint/complexity/noBannedTypes: and of arguments with nothing in them
      {} extends ArgsOf<One>
      ? [args?: ArgsOf<One>, options?: Options & ContextOfTool<Name, One>]
      : [args: ArgsOf<One>, options?: Options & ContextOfTool<Name, One>]
    : // biome-ignore lint/complexity/noBannedTypes: and of arguments with nothing in them
      {} extends ArgsOf<One>
      ? [args: ArgsOf<One> | undefined, options: Options & ContextOfTool<Name, One>]
      : [args: ArgsOf<One>, options: Options & ContextOfTool<Name, One>];

/** The result type of a call: the promise's value, the generator's return value, or the method's return value. */
export type CallResult<One> = ResultOf<ReturnsOf<One>>;

type ResultOf<Returns> = unknown extends Returns
  ? Returns
  : Returns extends AsyncGenerator<unknown, infer Result, never>
    ? Result
    : Returns extends Generator<unknown, infer Result, never>
      ? Result
      : Awaited<Returns>;

type ArgsOf<One> = One extends { readonly args: infer Args } ? Args : unknown;
type ReturnsOf<One> = One extends { readonly returns: infer Returns } ? Returns : unknown;

/**
 * Further targets of `registerFrom`. A sole object of texts and lists must be options with a misspelt member: there the tuple has one
 * element too many, so that the compiler explains the options instead. Classes and modules are not assignable to an index signature.
 */
export type Targets<Given extends readonly object[]> = [Extract<Given[number], OptionsLike>] extends [never]
  ? Given
  : Given extends readonly [object]
    ? readonly [...{ [Index in keyof Given]: object }, object]
    : {
        readonly [Index in keyof Given]: Given[Index] extends OptionsLike
          ? OptionsNeedOneTarget
          : Given[Index];
      };

interface OptionsLike {
  readonly [member: string]: string | boolean | readonly string[];
}

/** Appears in compiler errors for options beside several targets. No value has this type. */
interface OptionsNeedOneTarget {
  readonly [UNNAMED]: 'Options are for one target: call registerFrom for each.';
}

/** Any function that a registry may take. */
export type AnyFunction = (...args: never[]) => unknown;

/** `Tools` with a prefix before each name. */
export type Prefixed<Tools, Prefix extends string> = {
  readonly [Name in ToolName<Tools> as `${Prefix}${Name}`]: Tools[Name];
};

/** A condition, because the compiler keeps the results of conditions. */
export type NamesIn<Declared, Registered> = Declared extends unknown
  ? {
      [Name in keyof Declared]: Chosen<Name, Declared, Registered> extends never ? never : Name;
    }[keyof Declared]
  : never;

export type Chosen<Name extends keyof Declared, Declared, Registered> = string extends Name
  ? Declared[Name]
  : Owned<Declared[Name], Declared, Registered>;

/**
 * `One` if its class or function is registered; of several tools with one name, those of which it is. A tool of a manifest that names
 * neither may belong to any target.
 */
type Owned<One, Declared, Registered> = One extends { readonly of: infer Owner }
  ? HasClass<Registered, Owner> extends true
    ? One
    : never
  : One extends { readonly fn: infer Fn }
    ? HasFunction<Registered, Declared, Fn> extends true
      ? One
      : never
    : [Registered] extends [never]
      ? never
      : One;

/**
 * Whether a target is, or may be, an instance of the class: a variable may have a wider type than its object. Registration checks the
 * object; the types only must not refuse valid code. The first condition is also the fast one: the compiler finds the class itself in the
 * union without comparing members.
 */
type HasClass<Registered, Owner> = Owner extends Registered
  ? true
  : [Extract<Registered, Owner>] extends [never]
    ? false
    : true;

/** Whether the function is registered, or may be in a registered object. */
type HasFunction<Registered, Declared, Fn> =
  Exact<Fn> extends ExactIn<Registered, Declared>
    ? true
    : [MayHave<OtherThan<Registered, Declared>, Fn>] extends [never]
      ? false
      : true;

/** Invariant, so that the compiler looks for the same type in a union, instead of comparing signatures. */
interface Exact<in out Fn> {
  readonly exact: (fn: Fn) => Fn;
}

type ExactEach<Each> = Each extends unknown ? Exact<Each> : never;

/** What registering each function, and each member of each object, on its own would be. */
type ExactIn<Registered, Declared> = Declared extends unknown
  ? ExactEach<Registered | MembersOf<OtherThan<Registered, Declared>>>
  : never;

/** The registered targets other than the functions of the manifests. */
type OtherThan<Registered, Declared> = Registered extends unknown
  ? Exact<Registered> extends FunctionsOf<Declared>
    ? never
    : Registered
  : never;

type FunctionsOf<Declared> = Declared extends unknown ? FunctionOf<Declared[keyof Declared]> : never;

type FunctionOf<One> = One extends { readonly fn: infer Fn } ? Exact<Fn> : never;

type MembersOf<Target> = Target extends unknown ? Target[keyof Target] : never;

type MayHave<Target, Fn> = Target extends unknown
  ? // biome-ignore lint/complexity/noBannedTypes: what every object is assignable to
    {} extends Target
    ? Target
    : Target extends Fn
      ? Target
      : Fn extends Target[keyof Target]
        ? Target
        : never
  : never;

/**
 * The tools that `registerFrom(target, options)` adds, computed on their own: several registrations of one class differ in their prefixes.
 */
export type ToolsFrom<Declared, Target, Prefix extends string, Only extends string, Except extends string> = {
  readonly [Name in keyof Declared as SelectedName<
    Name,
    Chosen<Name, Declared, Target>,
    Prefix,
    Only,
    Except
  >]: Chosen<Name, Declared, Target>;
};

type SelectedName<
  Name,
  One,
  Prefix extends string,
  Only extends string,
  Except extends string,
> = Name extends string
  ? [One] extends [never]
    ? never
    : `${Prefix}${Selected<Name, Only, Except>}`
  : never;

/** Names that are only known at run time may exclude any tool, or none. */
type Selected<Name extends string, Only extends string, Except extends string> = Exclude<
  Extract<Name, Only>,
  string extends Except ? never : Except
>;

/** The tools that `register(tool, options?)` adds for a run-time tool, by its own name if that is a literal type. */
type ToolsOfTool<Registered, Prefix extends string> = Registered extends
  | Tool<infer Name, infer Args, infer Returns, infer App>
  | FunctionTool<infer Name, infer Args, infer Returns, infer App>
  ? string extends Name
    ? unknown extends App
      ? unknown
      : { readonly [UNNAMED]: RunTimeTool<Args, Returns, App> }
    : { readonly [Key in Name as `${Prefix}${Key}`]: RunTimeTool<Args, Returns, App> }
  : unknown;

/** The tools that `register` adds: a run-time tool by its own name, if that is a literal type; a function by its manifest entry. */
export type ToolsOfRegistered<Declared, Registered, Prefix extends string> = Registered extends AnyFunction
  ? ToolsFrom<Declared, Registered, Prefix, string, never>
  : ToolsOfTool<Registered, Prefix>;

type RunTimeTool<Args, Returns, App> = unknown extends App
  ? { readonly args: Args; readonly returns: Returns }
  : { readonly args: Args; readonly returns: Returns; readonly context: App };
