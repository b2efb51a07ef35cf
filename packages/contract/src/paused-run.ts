import type { JsonObject } from './json.js';

/** Incremented when the format of a paused run changes. An agent refuses to resume runs of other versions. */
export const PAUSED_RUN_VERSION = 1;

/** A run that is waiting for a person, as plain JSON. Store it, and resume it in this or another process. */
export interface PausedRun {
  readonly version: typeof PAUSED_RUN_VERSION;
  readonly runId: string;
  /** The name of the agent. */
  readonly agent: string;
  /** The time after which the run can no longer be resumed (ISO 8601). */
  readonly expiresAt?: string;
  /** The calls that need a decision. */
  readonly pending: readonly PendingCall[];
  /** Everything else that is needed to resume the run; its contents are internal. */
  readonly data: JsonObject;
  /** HMAC-SHA-256 over all other members, in hexadecimal. Absent for a sub-agent run, and with `approvalKey: false`. */
  readonly signature?: string;
}

/** A call that is not executed until a person approves it. */
export interface PendingCall {
  readonly callId: string;
  readonly name: string;
  /** The arguments as JSON. */
  readonly arguments: string;
  /** The sub-agent that made the call, if any. `callId` then starts with the id of the call that started the sub-agent. */
  readonly agent?: string;
  /** The reason given by the policy, if any. */
  readonly reason?: string;
  /** Set if the call was in progress when its process ended. It may be unsafe to repeat, so find out whether it took effect. */
  readonly interrupted?: true;
  /** Set, for interrupted calls, if the call's process may still exist: suspended, or on another machine. */
  readonly mayStillRun?: true;
}
