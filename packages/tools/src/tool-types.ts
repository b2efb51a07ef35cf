import type { Manifest, ToolType } from '@toolwright/contract';
import type { FunctionTool } from './function-tool.js';
import type { Tool } from './user-tool.js';

/** What a registry knows of its tools where the compiler cannot know more: any name, any arguments. */
export type AnyTools = { readonly [name: string]: ToolType };

/** The tools of several manifests together; any tools where there is none, or one without types. */
export type ToolsOf<Manifests extends readonly Manifest[]> = Manifests extends readonly []
  ? AnyTools
  : UnionToIntersection<TypesOf<Manifests[number]>>;

type TypesOf<One> = One extends Manifest<infer Types> ? (unknown extends Types ? AnyTools : Types) : never;

type UnionToIntersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer Intersection,
) => void
  ? Intersection
  : never;

export type ToolName<Tools> = keyof Tools & string;

/** Names of the tools that return at once. */
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

/** `[args, options?]`; the arguments may be left out where all of them are optional. */
export type CallParameters<One, Options> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of an arguments object with nothing in it
  {} extends ArgsOf<One> ? [args?: ArgsOf<One>, options?: Options] : [args: ArgsOf<One>, options?: Options];

/** What a call gives: the promise's value, the generator's return value, else what the method returns. */
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

/** Every tool of `Tools` under a name with a prefix. */
export type Prefixed<Tools, Prefix extends string> = {
  readonly [Name in ToolName<Tools> as `${Prefix}${Name}`]: Tools[Name];
};

/** What a tool that is registered at run time adds, where its name is a literal type. */
export type ToolsOfRegistered<Registered> = Registered extends
  | Tool<infer Name, infer Args, infer Returns>
  | FunctionTool<infer Name, infer Args, infer Returns>
  ? string extends Name
    ? unknown
    : { readonly [Key in Name]: { readonly args: Args; readonly returns: Returns } }
  : unknown;
