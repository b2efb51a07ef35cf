import type { JsonObject } from './json.js';

/** Increased when the shape of a paused run changes; an agent refuses to resume a run of another version. */
export const PAUSED_RUN_VERSION = 1;

/** A run that waits for a person, as plain JSON. Store it, and resume it in this or another process. */
export interface PausedRun {
  readonly version: typeof PAUSED_RUN_VERSION;
  readonly runId: string;
  /** The name of the agent. */
  readonly agent: string;
  /** The time from which the run cannot be resumed any more (ISO 8601). */
  readonly expiresAt?: string;
  /** The calls that need a decision. */
  readonly pending: readonly PendingCall[];
  /** Everything else that is needed to resume; its contents are internal. */
  readonly data: JsonObject;
  /** HMAC-SHA-256 over all other members, as hexadecimal digits. Absent for a run of a sub-agent, and with `approvalKey: false`. */
  readonly signature?: string;
}

/** A call that is not executed until a person agrees. */
export interface PendingCall {
  readonly callId: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly arguments: string;
  /** The sub-agent that made the call, if any; `id` then begins with the id of the call that started the sub-agent. */
  readonly agent?: string;
  /** The reason given by the policy, if any. */
  readonly reason?: string;
  /** The call had begun when its process ended, and may not be safe to repeat: find out whether it took effect. */
  readonly interrupted?: true;
  /** The process of the call may still exist: it may be suspended, or run on another machine. Set only for interrupted calls. */
  readonly mayStillRun?: true;
}
