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

/** `Tools` with a prefix before each name. */
export type Prefixed<Tools, Prefix extends string> = {
  readonly [Name in ToolName<Tools> as `${Prefix}${Name}`]: Tools[Name];
};

/** The initial value of `Registered`: no tools if the manifests' names are known. */
export type Unregistered<Declared> = string extends keyof Declared ? Declared : unknown;

/** The tools that `registerFrom(target)` adds. A manifest that does not say which class has which tools may mean all of them. */
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

/** Names that are only known at run time may exclude any tool, or none. */
type Selected<Name extends string, Only extends string, Except extends string> = Exclude<
  Extract<Name, Only>,
  string extends Except ? never : Except
>;

/**
 * `One` if the target has it or may have it: a variable may have a wider type than its object, and a method may have the same type as a
 * function that is a tool. Registration checks the actual object; the types only must not refuse valid code.
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

/** The tools that `register(fn)` adds; if two functions have the same type, either of them. */
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

/** The tools that `register` adds: a run-time tool by its own name, if that is a literal type; a function by its manifest entry. */
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
