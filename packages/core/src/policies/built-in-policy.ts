import type { Policy } from './policy.js';
import type { LateAnswer } from './verdict.js';

/** A policy that a run has on its own. */
export interface BuiltInPolicy extends Policy {
  /**
   * What it answers to every ordinary call: one in JSON, of a tool that needs no approval. Undefined if it has to be asked about each. Where
   * no other policy looks at calls, ordinary ones cost no questions.
   */
  readonly ordinary?: readonly LateAnswer[] | undefined;
}
