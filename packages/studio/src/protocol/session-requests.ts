import type { Message, PendingCall } from '@toolwright/contract';
import type { RunSummary } from './requests.js';

/** `GET /api/sessions?search=…&limit=…`: the sessions, most recently written first. */
export interface SessionsReply {
  readonly sessions: readonly SessionSummary[];
  /** Whether more sessions match. */
  readonly more: boolean;
  /** Set while the file of the store does not exist. */
  readonly missing?: true;
}

/** One session in a list. */
export interface SessionSummary {
  readonly id: string;
  readonly agent: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: string;
  /** The unfinished run. */
  readonly runId?: string;
}

/** `GET /api/sessions/<id>` */
export interface SessionReply extends SessionSummary {
  readonly messages: readonly Message[];
  /** The input of the unfinished run, without secrets. */
  readonly input?: string;
  readonly pending: readonly PendingCall[];
  /** The session's runs that are known to Studio, latest first. */
  readonly runs: readonly RunSummary[];
  readonly controllable: boolean;
  /** The reason the pending calls cannot be decided here, if any. */
  readonly undecidable?: string;
}
