import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** What a session keeps so that its client can come back to a stream that was cut. */
export interface ResumeOptions extends Partial<EventLimits> {
  /** Milliseconds that clients are asked to wait before they come back. Default: 1,000. */
  readonly retryMs?: number | undefined;
  /**
   * Keeps the messages instead of this process's memory; the limits are its own business then. One store serves all sessions: the names
   * of streams that it is given are of one session each.
   */
  readonly store?: EventStore | undefined;
}

/** How much of what was sent is kept, per session. The oldest goes first. */
export interface EventLimits {
  /** Default: 1,000. */
  readonly maxEvents: number;
  /** Of the messages as JSON. Default: 4 MiB. */
  readonly maxBytes: number;
  /** Default: 5 minutes. */
  readonly maxAgeMs: number;
}

export interface ResumeSettings extends EventLimits {
  readonly retryMs: number;
  readonly store: EventStore | undefined;
}

export const RESUME_DEFAULTS: ResumeSettings = {
  maxEvents: 1_000,
  maxBytes: 4 * 1024 * 1024,
  maxAgeMs: 5 * 60_000,
  retryMs: 1_000,
  store: undefined,
};
