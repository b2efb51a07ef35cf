import type { Policy } from './policy.js';
import type { LateAnswer } from './verdict.js';

/** A policy that is part of every run. */
export interface BuiltInPolicy extends Policy {
  /**
   * The policy's answers to ordinary calls: calls in JSON to tools that need no approval. Undefined if the policy must be asked
   * about each call. Unless other policies have a `beforeTool` hook, no policy is asked about ordinary calls.
   */
  readonly ordinary?: readonly LateAnswer[] | undefined;
}
