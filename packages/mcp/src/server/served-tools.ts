import type { JsonValue, ResourceContents, ResourceSpec, ToolOutcome, ToolSpec } from '@toolwright/contract';

/** The tools and resources to serve: a `ToolRegistry` or an object with the same methods. */
export interface ServedTools {
  /** Lists the tools. Returns the same array until a tool is added or removed. */
  listTools(): readonly ToolSpec[];
  /** Executes one call. Never rejects: a failure becomes the outcome's `error`, which the model reads. */
  execute(name: string, args: unknown, execution: ServedExecution): Promise<ToolOutcome>;
  /** If defined, changes are reported to clients. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
  /** Lists the resources. Returns the same array until a resource is added or removed. */
  listResources?(): readonly ResourceSpec[];
  /** Reads a resource. Rejects with a `ToolwrightError` such as `UNKNOWN_RESOURCE`, or with the error that the resource's method threw. */
  readResource?(uri: string, execution: ServedExecution): Promise<readonly ResourceContents[]>;
  /** If defined, clients are notified of changes: to the resource with the given URI, or to the list if the URI is undefined. */
  onResourceChange?(listener: (uri: string | undefined) => void): () => void;
}

/** Options that the server passes to a call. */
export interface ServedExecution {
  /** Aborted when the client cancels the call or its session is closed. */
  readonly signal: AbortSignal;
  readonly state: Map<string, unknown>;
  /** Asks the client's user to approve a call that the tool makes. Resolves with the reason if it must not be made. */
  readonly agree?: (tool: ToolSpec, args: unknown) => Promise<string | undefined>;
  /** The context that the tool reads as `context.app`. */
  readonly context: unknown;
  readonly onLog: (message: string, data?: JsonValue) => void;
  readonly onProgress: (progress: JsonValue) => void;
}

/** The prompts to serve: a `PromptRegistry` or an object with the same methods. */
export interface ServedPrompts {
  listPrompts(): readonly string[];
  /** Renders a prompt. Returns undefined for an unknown prompt. */
  render(name: string, vars: Readonly<Record<string, unknown>>): string | undefined;
  /** Returns the variables of a prompt, or undefined if they are unknown. */
  variables?(name: string): readonly string[] | undefined;
  /** If defined, changes are reported to clients. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
}
