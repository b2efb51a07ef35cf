import { type PendingCall, ToolwrightError } from '@toolwright/contract';
import type { ApprovalDecisions } from '@toolwright/core';

/** The longest id of a session: databases index it. */
const MAX_ID_LENGTH = 1000;

/** @throws ToolwrightError `INVALID_CONFIG` for an id that some store could not keep as it is */
export function checkSessionId(id: unknown): asserts id is string {
  const problem = findIdProblem(id);
  if (problem === undefined) return;
  throw new ToolwrightError('INVALID_CONFIG', `The id of a session ${problem}.`, {
    blame: 'developer',
    hint: `Pass a string of 1 to ${MAX_ID_LENGTH} characters, or leave 'id' out for a new one.`,
  });
}

function findIdProblem(id: unknown): string | undefined {
  if (typeof id !== 'string') return `must be a string; got ${id === null ? 'null' : typeof id}`;
  if (id === '') return 'is empty';
  if (id.length > MAX_ID_LENGTH) return `has ${id.length} characters, more than ${MAX_ID_LENGTH}`;
  if (id.includes('\0')) return `contains the character NUL: ${JSON.stringify(id)}`;
  if (!id.isWellFormed()) return `contains half of a surrogate pair: ${JSON.stringify(id)}`;
  return undefined;
}

export function openRunLeft(id: string): ToolwrightError {
  return new ToolwrightError('INVALID_RUN', `The last run of the session '${id}' has not ended.`, {
    blame: 'developer',
    hint: 'Call `resume()` first: it goes on where that run was cut off or paused.',
  });
}

export function noOpenRun(id: string): ToolwrightError {
  return new ToolwrightError('INVALID_RUN', `No run of the session '${id}' is open.`, {
    blame: 'developer',
    hint: "Ask for `state()` first: only 'interrupted' and 'paused' can be resumed.",
  });
}

export function otherAgent(id: string, owner: string, agent: string): ToolwrightError {
  return new ToolwrightError(
    'STALE_RUN',
    `The session '${id}' belongs to the agent '${owner}', not to '${agent}'.`,
    { blame: 'developer', hint: 'Open it with that agent, or choose another id.' },
  );
}

export function staleCall(callId: string): ToolwrightError {
  return new ToolwrightError('STALE_RUN', `The call '${callId}' has other arguments than were recorded.`, {
    blame: 'developer',
    hint: 'Resume the run with the agent it was started with, or delete the session.',
  });
}

/** @throws ToolwrightError `USAGE` for a call without a decision, a decision without a call, or changed arguments of an interrupted call */
export function checkDecisions(calls: readonly PendingCall[], decisions: ApprovalDecisions): void {
  const waiting = calls.map(({ callId }) => callId);
  const undecided = waiting.filter((id) => !Object.hasOwn(decisions, id));
  const unknown = Object.keys(decisions).filter((id) => !waiting.includes(id));
  const changed = calls.some(({ callId, interrupted }) => {
    const decision = decisions[callId];
    return interrupted && decision?.approved && decision.arguments !== undefined;
  });
  const problem =
    (undecided.length > 0 && `There is no decision about ${undecided.join(', ')}.`) ||
    (unknown.length > 0 && `No call with the id ${unknown.join(', ')} waits for a decision.`) ||
    (changed && 'The arguments of an interrupted call cannot be changed.');
  if (!problem) return;
  throw new ToolwrightError('USAGE', problem, {
    blame: 'developer',
    hint: 'Pass { approved: true } or { approved: false, reason } for each call that waits.',
  });
}
