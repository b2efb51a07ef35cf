import type {
  ArgumentsWatch,
  Manifest,
  ResourceContents,
  ResourceSpec,
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
  AnyTools,
  CallParameters,
  CallResult,
  Misspelt,
  NoTool,
  SyncToolName,
  ToolName,
  ToolsFrom,
  ToolsOf,
  ToolsOfRegistered,
  Unregistered,
} from './tool-types.js';
import type { Tool } from './user-tool.js';

/**
 * Holds tools by name: finds them, validates their arguments and runs them. One registry serves any number of agents at once. `Tools` maps
 * the names that may be called to arguments and results. `Declared` are those of the manifests, `Registered` what a chain has registered so
 * far. All are inferred.
 */
export interface ToolRegistry<Tools = AnyTools, Declared = Tools, Registered = Unregistered<Declared>> {
  /**
   * Registers the tools and resources of an instance, of a class (its static methods) or of a module (`import * as tools`); all or none.
   * @returns This registry; its type has the names that the chain has registered, with their prefixes, less what `only` and `except` leave out. A registry that nothing was
   * chained to has all names of its manifests.
   * @throws ToolwrightError `NO_SCHEMA`, `STALE_MANIFEST`, `DUPLICATE_TOOL`, `DUPLICATE_RESOURCE` or `INVALID_TOOL`.
   */
  registerFrom<
    Target extends object,
    Prefix extends string = '',
    Only extends string = string,
    Except extends string = never,
  >(
    target: Target,
    options?: RegisterFromOptions<Prefix, Only, Except>,
  ): ChainedRegistry<Declared, Registered & ToolsFrom<Declared, Target, Prefix, Only, Except>>;
  /**
   * Registers a function that was wrapped with `tool(fn)` or `resource(uri, fn)`, or has such a JSDoc tag, or a {@link Tool} written by hand.
   * @throws ToolwrightError as `registerFrom` does.
   */
  register<Added extends ((...args: never[]) => unknown) | Tool, Prefix extends string = ''>(
    tool: Added,
    options?: RegisterOptions<Prefix>,
  ): ChainedRegistry<Declared, Registered & ToolsOfRegistered<Declared, Added, Prefix>>;
  /** False where there was no such tool. */
  unregister(name: string): boolean;

  /**
   * Calls `listener` after each change of the tools, once for all tools of one `registerFrom`. What it throws comes out of the call
   * that made the change.
   * @returns Ends it.
   */
  onChange(listener: () => void): () => void;

  /** Also true for a former name (`@was`). */
  has(name: string): boolean;
  /** Undefined where there is no such tool. By a former name, the tool under its present one. */
  get<Name extends keyof Tools & string>(name: Name): (ToolSpec & { readonly name: Name }) | undefined;
  get(name: string): ToolSpec | undefined;
  /** In order of registration; the same array until the registry changes. */
  listTools(): readonly ToolSpec[];
  /** Whether `onProgress` may be called during calls of a tool: it is a generator, or takes a context. False where there is no such tool. */
  mayReportProgress(name: string): boolean;
  /**
   * All tools as a provider's request carries them.
   * @param dialect Default: `openai`, the shape of chat completions.
   */
  schemas<Name extends DialectName = 'openai'>(dialect?: Name): WireTool<Name>[];

  /**
   * Validates and runs a tool. Real values in, a `Date` for a `Date`; the tool's real result out. The option `context` is required if the
   * tool asks for a `ToolContext<App>`.
   * @returns Rejects with a `ToolwrightError`, or with what the tool threw.
   */
  call<Name extends ToolName<Tools> | Misspelt>(
    name: Name & string,
    ...rest: CallParameters<Name, (Tools & NoTool)[Name], ExecuteOptions>
  ): Promise<CallResult<(Tools & NoTool)[Name]>>;
  /**
   * As `call`, for tools that return at once.
   * @throws ToolwrightError `ASYNC_TOOL` for others, or what the tool threw.
   */
  callSync<Name extends SyncToolName<Tools> | Misspelt>(
    name: Name & string,
    ...rest: CallParameters<Name, (Tools & NoTool)[Name], SyncCallOptions>
  ): CallResult<(Tools & NoTool)[Name]>;
  /**
   * Runs a tool for a model: JSON in, JSON out, and every failure as a text to act on. Never rejects. What travels in another form,
   * such as a `Date` as text, becomes the real object before the tool gets it, and the result becomes JSON in the same way.
   * @param args The model's JSON text, or parsed JSON.
   */
  execute(name: string, args: unknown, options?: ExecuteOptions): Promise<ToolOutcome>;
  /**
   * What `call` would say of these arguments, without running anything. Never throws for bad arguments or names.
   * @param args JSON text, or real values. The value that is given back has real objects in either case.
   */
  validate(name: string, args: unknown, options?: ValidateOptions): ValidationResult;
  /**
   * Follows the arguments of one call while a model writes them, and refuses the call as soon as `execute` would, however its text goes
   * on. Undefined for a registry whose `execute` was replaced.
   */
  watchArguments(name: string): ArgumentsWatch | undefined;

  /** Resources are no tools: models do not see them. In order of registration; the same array until the registry changes. */
  listResources(): readonly ResourceSpec[];
  /**
   * Reads a resource. The variables of its template are converted to the types of the parameters and validated.
   * @returns Rejects with `UNKNOWN_RESOURCE` for a URI without a resource, or if its method returned undefined; with `INVALID_ARGUMENTS`
   * for a variable; or with what the method threw.
   */
  readResource(uri: string, options?: ReadOptions): Promise<readonly ResourceContents[]>;
  /**
   * Tells the listeners of `onResourceChange`, such as the clients of a server, that a resource has other contents now.
   * @throws ToolwrightError `UNKNOWN_RESOURCE`
   */
  resourceChanged(uri: string): void;
  /**
   * Calls `listener` with the URI of each resource that changed, and with undefined when resources were added.
   * @returns Ends it.
   */
  onResourceChange(listener: (uri: string | undefined) => void): () => void;

  /**
   * Never present at run time: carries the option `context` that the tools ask for to agents, servers and adapters. A member of its own,
   * because the compiler computes it only when it is asked for; that of a base interface is computed for each link of a chain.
   */
  takesContext?(context: ContextOfTools<Tools>): void;
  /** Never present at run time: carries the names of the tools to prompts that speak of them. */
  namesTools?(name: keyof Tools & string): void;
}

type ChainedRegistry<Declared, Registered> = ToolRegistry<Registered, Declared, Registered>;

/** How a registry is made. */
export interface ToolRegistryConstructor {
  /**
   * @param manifests What codegen wrote, one per package; none for a registry of tools written by hand.
   * @throws ToolwrightError `STALE_MANIFEST` for a manifest of another version, `INVALID_TOOL` for what is not a manifest.
   */
  new <const Manifests extends readonly Manifest[]>(
    ...manifests: Manifests
  ): ToolRegistry<ToolsOf<Manifests>>;
}

/** See the interface of the same name. */
// Names, arguments and results exist for the compiler only; at run time one class serves all of them.
export const ToolRegistry = Registry as ToolRegistryConstructor;
