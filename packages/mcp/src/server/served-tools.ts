import type { JsonValue, ToolOutcome, ToolSpec } from '@toolwright/contract';

/** What is served: a `ToolRegistry`, or anything that can list and execute. */
export interface ServedTools {
  /** The same array until a tool is added or removed. */
  listTools(): readonly ToolSpec[];
  /** Executes one call and never rejects: what goes wrong is the outcome's `error`, which the model reads. */
  execute(name: string, args: unknown, execution: ServedExecution): Promise<ToolOutcome>;
  /** Where there is one, clients are told of changes. Gives a function that ends it. */
  onChange?(listener: () => void): () => void;
}

/** What a call gets from the server. */
export interface ServedExecution {
  /** Aborted when the client cancels the call, or its session ends. */
  readonly signal: AbortSignal;
  readonly state: Map<string, unknown>;
  readonly onLog: (message: string, data?: JsonValue) => void;
  readonly onProgress: (progress: JsonValue) => void;
}
