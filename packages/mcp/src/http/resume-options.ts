import type { EventStore } from '@modelcontextprotocol/server';

/** What a session keeps so that its client can resume a broken stream. */
export interface ResumeOptions extends Partial<EventLimits> {
  /** How long clients are asked to wait before they reconnect, in milliseconds. Default: 1,000. */
  readonly retryMs?: number | undefined;
  /**
   * Stores the messages instead of this process's memory, with its own limits. One store serves all sessions: the names of its streams
   * are unique.
   */
  readonly store?: EventStore | undefined;
}

/** How many sent messages a session keeps. The oldest are dropped first. */
export interface EventLimits {
  /** Default: 1,000. */
  readonly maxEvents: number;
  /** Size of the messages as JSON. Default: 4 MiB. */
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
