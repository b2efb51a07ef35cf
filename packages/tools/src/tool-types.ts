import type { Manifest, ToolType } from '@toolwright/contract';
import type { ContextOfTool } from './context-types.js';
import type { FunctionTool } from './function-tool.js';
import type { Tool } from './user-tool.js';

declare const UNNAMED: unique symbol;

/** The tools of a registry whose tools the compiler does not know: any name, any arguments. */
export type AnyTools = { readonly [name: string]: ToolType };

/** The tools of several manifests; any tools if there is no manifest, or one without types. */
export type ToolsOf<Manifests extends readonly Manifest[]> = Manifests extends readonly []
  ? AnyTools
  : Manifests extends readonly [infer Sole]
    ? TypesOf<Sole>
    : Joined<TypesOf<Manifests[number]>>;

type TypesOf<One> = One extends Manifest<infer Types> ? (unknown extends Types ? AnyTools : Types) : never;

/** A name that several manifests have stands for any of their tools, until an object is registered. */
type Joined<Each> = {
  readonly [Name in Each extends unknown ? keyof Each & string : never]: Each extends {
    readonly [Same in Name]: infer One;
  }
    ? One
    : never;
};

/** The names of the tools. */
export type ToolName<Tools> = keyof Tools & string;

/** The names that an option takes: where literals are given, only those of tools; any where they are known at run time alone. */
export type Known<Given extends string, Names extends string> = string extends Given ? Given : Names;

/** Names of the tools that are not asynchronous. */
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

/** Part of the constraint of a name. For a name that does not fit, the compiler falls back to the whole constraint, by which {@link CallParameters} knows it. */
export type Misspelt = typeof MISSPELT;

/** Makes {@link Misspelt} a key of the tools. */
export interface NoTool {
  readonly [MISSPELT]: never;
}

/**
 * `[args, options?]`. The arguments may be left out where all of them are optional, the options where the tool needs no context. A
 * misspelt name takes any arguments, so that the compiler's error is about the name.
 */
export type CallParameters<Name, One, Options> = [Misspelt] extends [Name]
  ? [args?: unknown, options?: unknown]
  : ParametersOf<Name, One, Options>;

/** @typeParam Name Of the tool, for messages of the compiler. */
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

/** `Tools` with a prefix before each name. */
export type Prefixed<Tools, Prefix extends string> = {
  readonly [Name in ToolName<Tools> as `${Prefix}${Name}`]: Tools[Name];
};

/** What is registered before anything was: nothing, where the tools are known by name. */
export type Unregistered<Declared> = string extends keyof Declared ? Declared : unknown;

/** The tools that `registerFrom(target)` adds. Manifests that do not say whose their tools are may mean all of them. */
export type ToolsFrom<
  Declared,
  Target,
  Prefix extends string,
  Only extends string = string,
  Except extends string = never,
> = string extends keyof Declared
  ? Declared
  : {
      readonly [Name in Selected<keyof Declared & string, Only, Except> as ToolOf<
        Declared[Name],
        Target
      > extends never
        ? never
        : `${Prefix}${Name}`]: ToolOf<Declared[Name], Target>;
    };

/** Names that are only known at run time may leave out any tool, or none. */
type Selected<Name extends string, Only extends string, Except extends string> = Exclude<
  Extract<Name, Only>,
  string extends Except ? never : Except
>;

/**
 * `One` where the target has it, or may have it: a variable may be of a wider type than the object in it, and a method of the same type
 * as a function that is a tool. What runs is checked when it is registered; the types only must not refuse what is right.
 */
type ToolOf<One, Target> = One extends { readonly of: infer Owner }
  ? Target extends Owner
    ? One
    : Owner extends Target
      ? One
      : never
  : One extends { readonly fn: infer Fn }
    ? // biome-ignore lint/complexity/noBannedTypes: what every object is assignable to
      {} extends Target
      ? One
      : Fn extends Target[keyof Target]
        ? One
        : never
    : One;

/** The tools that `register(fn)` adds: where two functions are of one type, either. */
type ToolsOfFunction<Declared, Registered, Prefix extends string> = string extends keyof Declared
  ? Declared
  : {
      readonly [Name in keyof Declared & string as FunctionOf<Declared[Name], Registered> extends never
        ? never
        : `${Prefix}${Name}`]: FunctionOf<Declared[Name], Registered>;
    };

type FunctionOf<One, Registered> = One extends { readonly fn: infer Fn }
  ? Registered extends Fn
    ? One
    : never
  : One extends { readonly of: unknown }
    ? never
    : One;

/** What `register` adds: a tool made at run time by its own name, where that is a literal type; a function by its entry. */
export type ToolsOfRegistered<Declared, Registered, Prefix extends string> = Registered extends
  | Tool<infer Name, infer Args, infer Returns, infer App>
  | FunctionTool<infer Name, infer Args, infer Returns, infer App>
  ? string extends Name
    ? unknown extends App
      ? unknown
      : { readonly [UNNAMED]: RunTimeTool<Args, Returns, App> }
    : { readonly [Key in Name as `${Prefix}${Key}`]: RunTimeTool<Args, Returns, App> }
  : ToolsOfFunction<Declared, Registered, Prefix>;

type RunTimeTool<Args, Returns, App> = unknown extends App
  ? { readonly args: Args; readonly returns: Returns }
  : { readonly args: Args; readonly returns: Returns; readonly context: App };
