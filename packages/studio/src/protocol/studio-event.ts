import type { AgentEvent, JsonValue, RunInfo, RunStatus } from '@toolwright/contract';
import type { ErrorReport } from '@toolwright/logger';

/** An entry of a run, as Studio and JSON-lines logs store it. Secrets are masked. */
export interface RunEntry {
  /** The number of the entry, unique until Studio is restarted. */
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly run: RunInfo;
  readonly event: StudioEvent;
  /** Set if a replay or branch repeats the entry from the record of another run. */
  readonly replayed?: true;
  /** What the tool or another function of the program threw. */
  readonly thrown?: ErrorReport;
}

/** An event from an agent or from Studio itself. */
export type StudioEvent = AgentEvent | WireRequest | WireReply | ToolLog | RunInterrupted | PlaygroundNote;

/** The status of a run. `interrupted` means that the run ended without a result. */
export type ShownStatus = RunStatus | 'interrupted';

/** An event from Studio: the run appears to have ended without a result. Any later event of the run shows that it continues. */
export interface RunInterrupted {
  readonly type: 'run-interrupted';
  readonly reason: string;
}

/** What a run changes of its agent. */
export interface RunSettings {
  /** The name of another model of the same provider. */
  readonly model?: string;
  /** Replaces the agent's; empty for none. */
  readonly systemPrompt?: string;
  readonly temperature?: number;
  /** The names of the tools that the model may call. Default: all. */
  readonly tools?: readonly string[];
}

/** An event from Studio: the run was started in the playground. */
export interface PlaygroundNote {
  readonly type: 'playground';
  /** The runs whose conversation it continues, oldest first. */
  readonly after: readonly string[];
  readonly settings: RunSettings;
}

/** A line that a running tool wrote with `context.log`. */
export interface ToolLog {
  readonly type: 'tool-log';
  readonly callId: string;
  readonly name: string;
  readonly message: string;
  readonly data?: JsonValue;
}

/** A request as it was sent to a model. Each retry is a separate request. */
export interface WireRequest {
  readonly type: 'wire-request';
  /** The id that the reply repeats. */
  readonly exchange: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The number of characters that were removed from the body. */
  readonly omitted?: number;
}

/** The reply to a request. The body of a streamed reply contains the text of all its events. */
export interface WireReply {
  readonly type: 'wire-reply';
  readonly exchange: string;
  /** Absent if there was no reply. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly omitted?: number;
  /** The reason the reply is missing or incomplete. */
  readonly error?: string;
  readonly durationMs: number;
}
