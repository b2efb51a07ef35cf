import type {
  ArgumentsWatch,
  Manifest,
  ResourceContents,
  ResourceSpec,
  ToolCodecs,
  ToolOutcome,
  ToolSpec,
} from '@toolwright/contract';
import type { DialectName, WireTool } from '@toolwright/json-schema';
import type { ContextOfTools } from './context-types.js';
import type { ExecuteOptions, ReadOptions, SyncCallOptions } from './dispatch/call-options.js';
import { Registry } from './registry.js';
import type {
  RegisterFromOptions,
  RegisterOptions,
  ValidateOptions,
  ValidationResult,
} from './registry-options.js';
import type {
  AnyFunction,
  AnyTools,
  CallParameters,
  CallResult,
  Chosen,
  Known,
  Misspelt,
  NamesIn,
  NoTool,
  SyncToolName,
  Targets,
  ToolName,
  ToolsFrom,
  ToolsOf,
  ToolsOfRegistered,
} from './tool-types.js';
import type { Tool } from './user-tool.js';

/**
 * Holds tools by name: finds them, validates their arguments and runs them. One registry serves any number of agents at once. All type
 * parameters are inferred: `Tools` maps the names that may be called to arguments and results, `Declared` are the tools of the manifests,
 * `Registered` those that a chain has registered so far.
 */
export interface ToolRegistry<Tools = AnyTools, Declared = Tools, Registered = never, Extra = unknown> {
  /**
   * Registers the tools and resources of instances, of classes (their static methods) or of modules (`import * as tools`); all or none.
   * @returns This registry. Its type has the names that the chain has registered, with prefixes and without those that `only` and `except`
   * exclude. Without a chain, it has all names of its manifests.
   * @throws ToolwrightError `NO_SCHEMA`, `STALE_MANIFEST`, `DUPLICATE_TOOL`, `DUPLICATE_RESOURCE` or `INVALID_TOOL`.
   */
  registerFrom<Target extends object>(target: Target): ChainedRegistry<Declared, Registered | Target, Extra>;
  registerFrom<
    Target extends object,
    Prefix extends string = '',
    Only extends string = string,
    Except extends string = never,
  >(
    target: Target,
    options:
      | RegisterFromOptions<
          Prefix,
          Known<Only, keyof Declared & string>,
          Known<Except, keyof Declared & string>
        >
      | undefined,
  ): ChainedRegistry<Declared, Registered, Extra & ToolsFrom<Declared, Target, Prefix, Only, Except>>;
  registerFrom<Target extends object, Others extends readonly [object, ...object[]]>(
    target: Target,
    ...others: Targets<Others>
  ): ChainedRegistry<Declared, Registered | Target | Others[number], Extra>;
  /**
   * Registers functions that were wrapped with `tool(fn)` or `resource(uri, fn)` or have the JSDoc tag, or a handwritten {@link Tool}.
   * @throws ToolwrightError as `registerFrom` does.
   */
  register<Functions extends readonly [AnyFunction, ...AnyFunction[]]>(
    ...functions: Functions
  ): ChainedRegistry<Declared, Registered | Functions[number], Extra>;
  register<Added extends AnyFunction | Tool, Prefix extends string = ''>(
    tool: Added,
    options?: RegisterOptions<Prefix>,
  ): ChainedRegistry<Declared, Registered, Extra & ToolsOfRegistered<Declared, Added, Prefix>>;
  /** Removes a tool. Returns false for an unknown name. */
  unregister(name: string): boolean;

  /**
   * Calls `listener` after each change of the tools, once for all tools of one `registerFrom`. An error that it throws is thrown by the
   * call that made the change.
   * @returns A function that removes the listener.
   */
  onChange(listener: () => void): () => void;

  /** Whether there is a tool with this name or former name (`@was`). */
  has(name: string): boolean;
  /** Returns a tool; undefined for an unknown name. For a former name, returns the tool under its current name. */
  get<Name extends keyof Tools & string>(name: Name): (ToolSpec & { readonly name: Name }) | undefined;
  get(name: string): ToolSpec | undefined;
  /** All tools in order of registration; the same array until the registry changes. */
  listTools(): readonly ToolSpec[];
  /** Whether calls of a tool may call `onProgress`: the tool is a generator, takes a context or is wrapped. False for an unknown name. */
  mayReportProgress(name: string): boolean;

  /** Returns where the values of a tool are not JSON, such as dates; undefined if all are, or if there is no such tool. */
  codecsOf(name: string): ToolCodecs | undefined;
  /**
   * Returns all tools in the format of a provider's request.
   * @param dialect Default: `openai`, the shape of chat completions.
   */
  schemas<Name extends DialectName = 'openai'>(dialect?: Name): WireTool<Name>[];

  /**
   * Validates and runs a tool. Takes and returns real values, such as a `Date` for a `Date`. The option `context` is required if the tool
   * asks for a `ToolContext<App>`.
   * @returns Rejects with a `ToolwrightError`, or with the tool's own error.
   */
  call<Name extends ToolName<Tools> | Misspelt>(
    name: Name & string,
    ...rest: CallParameters<Name, (Tools & NoTool)[Name], ExecuteOptions>
  ): Promise<CallResult<(Tools & NoTool)[Name]>>;
  /**
   * Like `call`, for synchronous tools.
   * @throws ToolwrightError `ASYNC_TOOL` for an asynchronous tool; also the tool's own error.
   */
  callSync<Name extends SyncToolName<Tools> | Misspelt>(
    name: Name & string,
    ...rest: CallParameters<Name, (Tools & NoTool)[Name], SyncCallOptions>
  ): CallResult<(Tools & NoTool)[Name]>;
  /**
   * Runs a tool for a model: JSON in, JSON out. Never rejects: every failure becomes a message. Values that JSON
   * represents in another form, such as a `Date` as text, become real objects before the tool receives them, and the result is converted
   * back.
   * @param args The model's JSON text, or parsed JSON.
   */
  execute(name: string, args: unknown, options?: ExecuteOptions): Promise<ToolOutcome>;
  /**
   * Validates arguments as `call` does, without running anything. Never throws for invalid arguments or names.
   * @param args JSON text, or real values. The returned value has real objects in either case.
   */
  validate(name: string, args: unknown, options?: ValidateOptions): ValidationResult;
  /**
   * Follows the arguments of one call while a model writes them, and refuses the call as soon as `execute` would refuse it whatever text
   * follows. Undefined for a registry whose `execute` was replaced.
   */
  watchArguments(name: string): ArgumentsWatch | undefined;

  /** All resources in order of registration; the same array until the registry changes. Models do not see resources. */
  listResources(): readonly ResourceSpec[];
  /**
   * Reads a resource. The variables of its template are converted to the types of the parameters and validated.
   * @returns Rejects with `UNKNOWN_RESOURCE` for a URI without a resource, or if its method returned undefined; with `INVALID_ARGUMENTS`
   * for an invalid variable; or with the method's own error.
   */
  readResource(uri: string, options?: ReadOptions): Promise<readonly ResourceContents[]>;
  /**
   * Notifies the listeners of `onResourceChange`, such as the clients of a server, that the contents of a resource have changed.
   * @throws ToolwrightError `UNKNOWN_RESOURCE`
   */
  resourceChanged(uri: string): void;
  /**
   * Calls `listener` with the URI of each resource that changed, and with undefined when resources were added.
   * @returns A function that removes the listener.
   */
  onResourceChange(listener: (uri: string | undefined) => void): () => void;

  /**
   * Never present at run time: passes the option `context` that the tools ask for to the types of agents, servers and adapters. A separate
   * member, because the compiler computes it only when needed; a member of a base interface is computed for each link of a chain.
   */
  takesContext?(context: ContextOfTools<Tools>): void;
  /** Never present at run time: passes the names of the tools to the types of prompts that mention them. */
  namesTools?(name: keyof Tools & string): void;
}

type ChainedRegistry<Declared, Registered, Extra> = ToolRegistry<
  ToolRegistry.Chained<Declared, Registered> & Extra,
  Declared,
  Registered,
  Extra
>;

/** Types that declaration files refer to. A namespace, so that whoever can name the registry can name them. */
export namespace ToolRegistry {
  /**
   * The tools of a chain that has registered objects and functions without options: the union `Registered`. The compiler computes them at
   * the first use and once for all, so that a link of a chain costs the same however many tools the manifests have.
   */
  export type Chained<Declared, Registered> = {
    // The names first, because the compiler evaluates this condition again for all names at once.
    readonly [Name in keyof Declared as Extract<Name, NamesIn<Declared, Registered>>]: Chosen<
      Name,
      Declared,
      Registered
    >;
  };
}

/** The constructor of `ToolRegistry`. */
export interface ToolRegistryConstructor {
  /**
   * @param manifests The manifests from codegen, one per package; none for a registry of handwritten tools.
   * @throws ToolwrightError `STALE_MANIFEST` for a manifest of another version, `INVALID_TOOL` for any other value.
   */
  new <const Manifests extends readonly Manifest[]>(
    ...manifests: Manifests
  ): ToolRegistry<ToolsOf<Manifests>>;
}

/** See the interface of the same name. */
// Names, arguments and results exist only for the compiler; at run time, one class serves all of them.
export const ToolRegistry = Registry as ToolRegistryConstructor;
