import type { AgentEvent, JsonValue, RunInfo, RunStatus } from '@toolwright/contract';

/** One entry of a run, as Studio keeps it and as a JSON-lines log holds it. Secrets are masked before it is made. */
export interface RunEntry {
  /** Grows by one for each entry that Studio has; the address of the entry within one start of Studio. */
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly run: RunInfo;
  readonly event: StudioEvent;
}

/** What an agent reports, and what went over the wire meanwhile. */
export type StudioEvent = AgentEvent | WireRequest | WireReply | ToolLog | RunInterrupted;

/** The status of a run, also of one that ended without a result. */
export type ShownStatus = RunStatus | 'interrupted';

/** Studio's own entry: the run ended without a result, as far as Studio can tell. Any later event of the run shows that it goes on. */
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

/** A request to a model, as it was sent. Retries are requests of their own. */
export interface WireRequest {
  readonly type: 'wire-request';
  /** Pairs it with its reply. */
  readonly exchange: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How many characters of the body were left out. */
  readonly omitted?: number;
}

/** The reply to it. The body of a streamed reply is the text of all its events. */
export interface WireReply {
  readonly type: 'wire-reply';
  readonly exchange: string;
  /** Absent if no reply came. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly omitted?: number;
  /** Why no reply came, or why it ended early. */
  readonly error?: string;
  readonly durationMs: number;
}
