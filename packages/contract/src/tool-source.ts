import type { JsonValue } from './json.js';
import type { ToolOutcome, ToolSpec } from './tools.js';

/** Provides an agent's tools: a `ToolRegistry`, or anything that can list and execute. */
export interface ToolSource {
  /** The same array until a tool is added or removed. Asked before each request. */
  listTools(): readonly ToolSpec[];
  /**
   * Executes one call and never rejects: a failure becomes the outcome's `error`, which the model reads.
   * @param args an object, or the model's text if that is not a JSON object
   */
  execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome>;
}

/** The context of a call in a run. */
export interface ToolExecution {
  /** Aborted with the run. */
  readonly signal: AbortSignal;
  readonly callId: string;
  /** Shared by all calls of one run; empty at its start. */
  readonly state: Map<string, unknown>;
  /** The `context` of the run; tools read it as `app`. Undefined if the run has none. */
  readonly context?: unknown;
  /** How long the call may take: the tool's own limit, else the agent's; `Infinity` for none. */
  readonly timeoutMs: number;
  readonly onLog: (message: string, data?: JsonValue) => void;
  readonly onProgress: (progress: JsonValue) => void;
}
