import type { EventStore } from '@modelcontextprotocol/server';

/** Configures the messages that a session stores so that its client can resume a broken stream. */
export interface ResumeOptions extends Partial<EventLimits> {
  /** How long clients should wait before they reconnect, in milliseconds. Default: 1,000. */
  readonly retryMs?: number | undefined;
  /**
   * Stores the messages in place of the memory of this process, with its own limits. All sessions share the store; their stream names are
   * unique.
   */
  readonly store?: EventStore | undefined;
}

/** Limits for the stored messages of a session. The oldest messages are dropped first. */
export interface EventLimits {
  /** The maximum number of messages. Default: 1,000. */
  readonly maxEvents: number;
  /** The maximum total size of the messages as JSON, in bytes. Default: 4 MiB. */
  readonly maxBytes: number;
  /** The maximum age of a message, in milliseconds. Default: 5 minutes. */
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
