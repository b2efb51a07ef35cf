import { type PendingCall, ToolwrightError } from '@toolwright/contract';
import type { ApprovalDecisions } from '@toolwright/core';

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
