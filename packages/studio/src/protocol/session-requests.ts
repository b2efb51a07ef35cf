import type { Message, PendingCall } from '@toolwright/contract';
import type { RunSummary } from './requests.js';

/** `GET /api/sessions?search=…&limit=…`: the one that was written to last comes first. */
export interface SessionsReply {
  readonly sessions: readonly SessionSummary[];
  /** Whether there are more that match. */
  readonly more: boolean;
}

/** One session in a list. */
export interface SessionSummary {
  readonly id: string;
  readonly agent: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: string;
  /** The run that has not ended. */
  readonly runId?: string;
}

/** `GET /api/sessions/<id>` */
export interface SessionReply extends SessionSummary {
  readonly messages: readonly Message[];
  /** What the run that has not ended was given, without secrets. */
  readonly input?: string;
  readonly pending: readonly PendingCall[];
  /** Its runs that Studio has resumed, the latest first. */
  readonly runs: readonly RunSummary[];
  readonly controllable: boolean;
  /** Why nobody can decide about it here, if it waits. */
  readonly undecidable?: string;
}
