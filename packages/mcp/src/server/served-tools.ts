import type { JsonValue, ToolOutcome, ToolSpec } from '@toolwright/contract';

/** The tools to serve: a `ToolRegistry` or anything that can list and execute. */
export interface ServedTools {
  /** The same array until a tool is added or removed. */
  listTools(): readonly ToolSpec[];
  /** Executes one call. Never rejects: a failure is the outcome's `error`, which the model reads. */
  execute(name: string, args: unknown, execution: ServedExecution): Promise<ToolOutcome>;
  /** If present, clients are told of changes. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
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
