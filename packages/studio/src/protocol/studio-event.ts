import type { AgentEvent, JsonValue, RunInfo, RunStatus } from '@toolwright/contract';

/** One entry of a run, as stored by Studio and in JSON-lines logs. Secrets are masked. */
export interface RunEntry {
  /** The number of the entry, unique within one start of Studio. */
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly run: RunInfo;
  readonly event: StudioEvent;
}

/** An event of an agent, or of Studio itself. */
export type StudioEvent = AgentEvent | WireRequest | WireReply | ToolLog | RunInterrupted;

/** The status of a run, including `interrupted` for a run that ended without a result. */
export type ShownStatus = RunStatus | 'interrupted';

/** An event of Studio: the run appears to have ended without a result. Any later event of the run shows that it continues. */
export interface RunInterrupted {
  readonly type: 'run-interrupted';
  readonly reason: string;
}

/** A line that a running tool wrote with `context.log`. */
export interface ToolLog {
  readonly type: 'tool-log';
  readonly callId: string;
  readonly name: string;
  readonly message: string;
  readonly data?: JsonValue;
}

/** A request to a model as it was sent. Each retry is a separate request. */
export interface WireRequest {
  readonly type: 'wire-request';
  /** The id that the reply repeats. */
  readonly exchange: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How many characters of the body were removed. */
  readonly omitted?: number;
}

/** The reply to a request. The body of a streamed reply is the text of all its events. */
export interface WireReply {
  readonly type: 'wire-reply';
  readonly exchange: string;
  /** Absent without a reply. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly omitted?: number;
  /** Why the reply is missing or incomplete. */
  readonly error?: string;
  readonly durationMs: number;
}
