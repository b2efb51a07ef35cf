import type { Message, PendingCall } from '@toolwright/contract';
import type { RunSummary } from './requests.js';

/** `GET /api/sessions?search=…&limit=…`: the sessions, the most recently written first. */
export interface SessionsReply {
  readonly sessions: readonly SessionSummary[];
  /** Whether more sessions match. */
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
  /** The input of the run that has not ended, without secrets. */
  readonly input?: string;
  readonly pending: readonly PendingCall[];
  /** The runs of the session that Studio knows, the latest first. */
  readonly runs: readonly RunSummary[];
  readonly controllable: boolean;
  /** Why the pending calls cannot be decided here, if any. */
  readonly undecidable?: string;
}
