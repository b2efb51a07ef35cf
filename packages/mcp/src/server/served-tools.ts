import type { JsonValue, ResourceContents, ResourceSpec, ToolOutcome, ToolSpec } from '@toolwright/contract';

/** The tools and resources to serve: a `ToolRegistry` or anything that can list and execute. */
export interface ServedTools {
  /** The same array until a tool is added or removed. */
  listTools(): readonly ToolSpec[];
  /** Executes one call. Never rejects: a failure is the outcome's `error`, which the model reads. */
  execute(name: string, args: unknown, execution: ServedExecution): Promise<ToolOutcome>;
  /** If present, clients are told of changes. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
  /** The same array until a resource is added or removed. */
  listResources?(): readonly ResourceSpec[];
  /** Rejects with a `ToolwrightError` such as `UNKNOWN_RESOURCE`, or with what the method threw. */
  readResource?(uri: string, execution: ServedExecution): Promise<readonly ResourceContents[]>;
  /** If present, clients are told of changes: of the resource with this URI, or of the list if it is undefined. */
  onResourceChange?(listener: (uri: string | undefined) => void): () => void;
}

/** What the server passes to a call. */
export interface ServedExecution {
  /** Aborted when the client cancels the call, or its session ends. */
  readonly signal: AbortSignal;
  readonly state: Map<string, unknown>;
  /** What the tool reads as `context.app`. */
  readonly context: unknown;
  readonly onLog: (message: string, data?: JsonValue) => void;
  readonly onProgress: (progress: JsonValue) => void;
}
