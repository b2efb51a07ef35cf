import type { JsonValue } from './json.js';
import type { ToolOutcome, ToolSpec } from './tools.js';

/** Provides an agent's tools: a `ToolRegistry`, or anything that can list and execute. */
export interface ToolSource {
  /** Called before each request. Returns the same array until a tool is added or removed. */
  listTools(): readonly ToolSpec[];
  /**
   * Executes one call and never rejects: a failure becomes the outcome's `error`, which the model reads.
   * @param args an object, or the model's text if that is not a JSON object
   */
  execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome>;
  /** Follows the arguments of one call while the model writes them. Without this method, calls are refused when they are complete. */
  watchArguments?(name: string): ArgumentsWatch | undefined;
}

/** The arguments of one call while they are written. */
export interface ArgumentsWatch {
  /**
   * Takes the next piece of text. Returns a refusal once, as soon as `execute` would refuse the call whatever text follows, unless the text
   * is already complete.
   */
  push(piece: string): EarlyRefusal | undefined;
}

/** The refusal of a call before its arguments were complete. */
export interface EarlyRefusal {
  /** The `error` that `execute` would return for the complete call if it has no other mistakes. */
  readonly error: string;
  /**
   * The arguments so far, as JSON: open objects and lists are closed, and an unfinished value is left out. If the text cannot become JSON,
   * the text itself.
   */
  readonly arguments: string;
}

/** The context of a call in a run. */
export interface ToolExecution {
  /** Aborted with the run. */
  readonly signal: AbortSignal;
  readonly callId: string;
  /** The former name that the model used, if any. */
  readonly calledAs?: string;
  /** Shared by all calls of one run; empty at its start. */
  readonly state: Map<string, unknown>;
  /** The `context` of the run; tools read it as `app`. Undefined if the run has none. */
  readonly context?: unknown;
  /** How long the call may take: the tool's own limit, else the agent's; `Infinity` for none. */
  readonly timeoutMs: number;
  readonly onLog: (message: string, data?: JsonValue) => void;
  readonly onProgress: (progress: JsonValue) => void;
}
