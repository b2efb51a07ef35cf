import type { JsonValue, Logger, RunResult, ToolOutcome, ToolSpec } from '@toolwright/contract';
import type { Agent } from '@toolwright/core';
import type { AgentEntry, DecisionsRequest, RunRequest, ShownError } from '../protocol/requests.js';

/** The methods of a `ToolRegistry` that Studio uses. */
export interface StudioRegistry {
  listTools(): readonly ToolSpec[];
  execute(name: string, args: unknown, execution: StudioExecution): Promise<ToolOutcome>;
  /** Optional, because custom registries may lack it. */
  validate?(
    name: string,
    json: string,
  ):
    | { readonly ok: true }
    | { readonly ok: false; readonly message: string; readonly errors?: ShownError['issues'] };
  onChange?(listener: () => void): unknown;
}

/** The options of a call. */
export interface StudioExecution {
  readonly signal: AbortSignal;
  readonly callId: string;
  readonly context: unknown;
  readonly onLog: (message: string, data?: JsonValue) => void;
  readonly onProgress: (progress: JsonValue) => void;
}

/** The members of an `Agent` that Studio uses. */
export type StudioAgent = Pick<Agent, 'name' | 'description' | 'run' | 'resume'> &
  Partial<Pick<Agent, 'tools' | 'memory'>>;

/** An agent that the page can run. */
export interface LoadedAgent extends AgentEntry {
  readonly agent: StudioAgent;
}

/** The exports of the user's modules. */
export interface LoadedProgram {
  readonly registry?: StudioRegistry | undefined;
  readonly agents: readonly LoadedAgent[];
  /** The context that tools read as `context.app`. */
  readonly context?: unknown;
  /** Counts the tokens of a text; undefined if no tokenizer is available. */
  readonly countTokens?: ((text: string) => number) | undefined;
  /** Resumes a session's run with decisions. */
  readonly resumeSession?:
    | ((session: SessionRun & { readonly decisions: DecisionsRequest }) => Promise<RunResult>)
    | undefined;
  /** Runs an agent in a new session. Returns undefined for an agent whose runs cannot be stored in a session. */
  readonly startSession?: ((session: SessionRun & RunRequest) => Promise<RunResult> | undefined) | undefined;
}

interface SessionRun {
  readonly id: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Returns the tools of the registry and of the agents. */
export function allTools({ registry, agents }: LoadedProgram): readonly ToolSpec[] {
  return [...(registry?.listTools() ?? []), ...agents.flatMap(({ agent }) => agent.tools ?? [])];
}
