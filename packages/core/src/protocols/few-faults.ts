import type { RequestedCall } from './tool-call-protocol.js';

/**
 * Keeps the first calls of a reply that cannot be executed, and says how many others there are. An error for each one of a reply
 * of broken calls would be many times as long as the reply.
 */
export function fewFaults(calls: readonly RequestedCall[]): readonly RequestedCall[] {
  const faulty = calls.filter(({ problem }) => problem !== undefined);
  const last = faulty[MAX_FAULTS - 1];
  const dropped = new Set(faulty.slice(MAX_FAULTS));
  if (last === undefined || dropped.size === 0) return calls;
  const others = dropped.size === 1 ? '1 more call' : `${dropped.size} more calls`;
  const problem = `${last.problem} ${others} of this reply could not be executed either.`;
  return calls
    .filter((call) => !dropped.has(call))
    .map((call) => (call === last ? { ...call, problem } : call));
}

/** Enough to see what is wrong. */
const MAX_FAULTS = 3;
