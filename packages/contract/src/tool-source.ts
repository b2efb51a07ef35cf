import type { ToolCodecs } from './codec.js';
import type { JsonValue } from './json.js';
import type { Message } from './messages.js';
import type { ModelCapabilities } from './model.js';
import type { ToolOutcome, ToolSpec } from './tools.js';

/** Provides an agent's tools: a `ToolRegistry`, or any object that can list and execute tools. */
export interface ToolSource {
  /** Called before each request. Returns the same array until a tool is added or removed. */
  listTools(): readonly ToolSpec[];
  /**
   * Executes one call. A failure becomes the outcome's `error`, which is sent to the model. Rejects only with a `ToolwrightError` whose blame
   * is the developer's, which ends the run.
   * @param args an object, or the model's text if it is not a JSON object
   */
  execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome>;
  /** Checks the arguments of one call while the model writes them. Without this method, calls are only checked once they are complete. */
  watchArguments?(name: string): ArgumentsWatch | undefined;
  /** Returns the tools that a model is offered in a conversation. Calls to others are refused. Default: all that are listed. */
  offer?(messages: readonly Message[], model?: Partial<ModelCapabilities>): readonly ToolSpec[];
  /**
   * The tools that models do not see, because only a tool of this source calls them; see {@link ToolExecution.inner}. Sources that wrap others
   * must pass this method on.
   * @param caller the tool that calls them. Default: the inner tools of all.
   */
  listInnerTools?(caller?: string): readonly ToolSpec[];
  /**
   * Receives the names of tools of other sources. The source then lists no tools with these names, so that they are no duplicates. For sources
   * whose tools come and go while programs run.
   */
  giveWay?(names: ReadonlySet<string>): void;
  /** How the values of a tool differ from their JSON. Undefined if they do not, or if nothing is known. */
  codecsOf?(name: string): ToolCodecs | undefined;
}

/** The arguments of one call while they are written. */
export interface ArgumentsWatch {
  /**
   * Reads the next chunk. Returns a refusal once, as soon as `execute` would refuse the call whatever text follows, unless the text is
   * already complete.
   */
  push(piece: string): EarlyRefusal | undefined;
}

/** The refusal of a call before its arguments were complete. */
export interface EarlyRefusal {
  /** The `error` that `execute` would return for the complete call if it contained no other mistakes. */
  readonly error: string;
  /**
   * The arguments so far, as JSON: open objects and lists are closed, and an unfinished value is omitted. If the text cannot become JSON,
   * the text itself.
   */
  readonly arguments: string;
}

/** The context of a call in a run. */
export interface ToolExecution {
  /** Aborted when the run is aborted. */
  readonly signal: AbortSignal;
  readonly callId: string;
  /** The former name that the model used, if any. */
  readonly calledAs?: string;
  /** The name of the tool that makes the call in its own program, if any. Then, the types of the arguments are not repaired. */
  readonly inner?: string;
  /** Produces the outcome of an inner call that a tool makes only so that stores record it. */
  readonly produce?: () => Promise<ToolOutcome>;
  /** Asks the caller's user to approve a call that the tool makes. Resolves with the reason if it must not be made. Absent if nobody can be asked. */
  readonly agree?: (tool: ToolSpec, args: unknown) => Promise<string | undefined>;
  /** State shared by all calls of a run; initially empty. */
  readonly state: Map<string, unknown>;
  /** The `context` of the run; tools read it as `app`. Undefined if the run has none. */
  readonly context?: unknown;
  /** The timeout of the call in milliseconds: the tool's own, otherwise the agent's; `Infinity` for none. */
  readonly timeoutMs: number;
  readonly onLog: (message: string, data?: JsonValue) => void;
  readonly onProgress: (progress: JsonValue) => void;
}
