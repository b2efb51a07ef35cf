import { isRecord, type JsonObject, shortenText, suggestName, ToolwrightError } from '@toolwright/contract';
import { sha256 } from '@toolwright/json';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';

/** A person's decision about one call. If given, `arguments` replace the model's arguments and are validated like them. */
export type ApprovalDecision =
  | { readonly approved: true; readonly arguments?: JsonObject | undefined }
  | { readonly approved: false; readonly reason?: string | undefined };

/** Decisions about pending calls, by `callId` or by the id that a page got for the approval. */
export type ApprovalDecisions = Record<string, ApprovalDecision>;

/**
 * Returns the id of an approval for a page. Many models number the calls of each run from 1, and a page may still show an approval of
 * an earlier run, so the id names the run too.
 */
export function approvalIdOf(runId: string | undefined, callId: string): string {
  return runId === undefined ? callId : `${callId}~${sha256(JSON.stringify([runId, callId])).slice(0, 16)}`;
}

/**
 * Returns the decisions by call id.
 * @param runId the paused run, for ids that pages got for its approvals
 * @throws ToolwrightError `USAGE` for a call without a decision, a decision without a call, an unknown member in a decision, or
 * arguments that are not a JSON object
 */
export function checkDecisions(
  pending: readonly { readonly callId: string }[],
  given: ApprovalDecisions,
  runId?: string,
): ApprovalDecisions {
  const waiting = pending.map(({ callId }) => callId);
  if (!isRecord(given)) throw misuse(`The decisions must be an object, not ${textOf(given)}.`, waiting);
  const callIds = new Map(waiting.map((id) => [approvalIdOf(runId, id), id]));
  const decisions = Object.fromEntries(
    Object.entries(given).map(([id, decision]) => [callIds.get(id) ?? id, decision]),
  );
  if (Object.keys(decisions).length < Object.keys(given).length)
    throw misuse('There are two decisions about one call.', waiting);
  for (const [id, decision] of Object.entries(decisions)) checkMembers(id, decision, waiting);
  const undecided = waiting.filter(
    (id) => !Object.hasOwn(decisions, id) || typeof decisions[id]?.approved !== 'boolean',
  );
  const unknown = Object.keys(decisions).filter((id) => !waiting.includes(id));
  if (undecided.length > 0) throw misuse(`There is no decision about ${undecided.join(', ')}.`, waiting);
  if (unknown.length > 0)
    throw misuse(`No call with the id ${unknown.join(', ')} is waiting for a decision.`, waiting);
  const unusable = Object.entries(decisions).find(([, decision]) => !hasUsableArguments(decision));
  if (unusable) throw misuse(`The 'arguments' for ${unusable[0]} must be a JSON object.`, waiting);
  return decisions;
}

/** Refuses a member that would be ignored, such as `args` for `arguments`. */
function checkMembers(id: string, decision: unknown, waiting: readonly string[]): void {
  if (!isRecord(decision)) return;
  const known = ['approved', decision.approved === false ? 'reason' : 'arguments'];
  const unknown = Object.keys(decision).find((name) => decision[name] !== undefined && !known.includes(name));
  if (unknown === undefined) return;
  const kind = decision.approved === false ? 'denies the call and ' : '';
  throw misuse(
    `The decision about ${id} ${kind}cannot have the member '${shortenText(unknown, 100)}'. ${suggestName(unknown, known)}`,
    waiting,
  );
}

/** Applies a decision to a call. */
export function applyDecision(call: RequestedCall, decision: ApprovalDecision | undefined): RequestedCall {
  if (decision === undefined) return call;
  if (!decision.approved) {
    const reason = decision.reason ? `: ${decision.reason}` : '.';
    return { ...call, problem: `A person has denied this call${reason}`, denied: true };
  }
  if (decision.arguments === undefined) return call;
  const text = JSON.stringify(decision.arguments);
  return {
    ...call,
    text,
    args: decision.arguments,
    note: `A person has changed the arguments to ${text}.\n`,
  };
}

function hasUsableArguments(decision: ApprovalDecision): boolean {
  if (!decision.approved || decision.arguments === undefined) return true;
  try {
    return isRecord(decision.arguments) && JSON.stringify(decision.arguments) !== undefined;
  } catch {
    // The value contains a cycle or a bigint.
    return false;
  }
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : String(value);
}

function misuse(problem: string, waiting: readonly string[]): ToolwrightError {
  return new ToolwrightError('USAGE', problem, {
    blame: 'developer',
    hint: `Pass { approved: true } or { approved: false, reason } for each of: ${waiting.join(', ')}.`,
  });
}
