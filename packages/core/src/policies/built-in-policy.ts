import type { Policy } from './policy.js';
import type { LateAnswer } from './verdict.js';

/** A policy that is part of every run. */
export interface BuiltInPolicy extends Policy {
  /**
   * Its answer to every ordinary call: one in JSON, to a tool that needs no approval. Undefined if it must be asked about each
   * call. If no other policy looks at calls, ordinary calls are not asked about at all.
   */
  readonly ordinary?: readonly LateAnswer[] | undefined;
}
