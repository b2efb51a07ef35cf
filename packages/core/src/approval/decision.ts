import { isRecord, type JsonObject, shortenText, suggestName, ToolwrightError } from '@toolwright/contract';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';

/** A person's decision about one call. If given, `arguments` replace the model's arguments and are validated like them. */
export type ApprovalDecision =
  | { readonly approved: true; readonly arguments?: JsonObject | undefined }
  | { readonly approved: false; readonly reason?: string | undefined };

/** Decisions about pending calls, by `callId`. */
export type ApprovalDecisions = Record<string, ApprovalDecision>;

/**
 * @throws ToolwrightError `USAGE` for a call without a decision, a decision without a call, an unknown member in a decision, or
 * arguments that are not a JSON object
 */
export function checkDecisions(
  pending: readonly { readonly callId: string }[],
  decisions: ApprovalDecisions,
): void {
  const waiting = pending.map(({ callId }) => callId);
  if (!isRecord(decisions))
    throw misuse(`The decisions must be an object, not ${textOf(decisions)}.`, waiting);
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
