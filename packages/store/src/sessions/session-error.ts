import { type PendingCall, ToolwrightError } from '@toolwright/contract';
import { type ApprovalDecisions, checkDecisions as checkShape } from '@toolwright/core';

/** The longest id of a session: databases index it. */
const MAX_LENGTH = 1000;

/** @throws ToolwrightError `INVALID_CONFIG` for an id or a name that some store could not keep as it is */
export function checkStoredText(what: string, text: unknown): asserts text is string {
  const problem = findTextProblem(text);
  if (problem === undefined) return;
  throw new ToolwrightError('INVALID_CONFIG', `The ${what} ${problem}.`, {
    blame: 'developer',
    hint: `Pass a string of 1 to ${MAX_LENGTH} characters.`,
  });
}

function findTextProblem(text: unknown): string | undefined {
  if (typeof text !== 'string') return `must be a string; got ${text === null ? 'null' : typeof text}`;
  if (text === '') return 'is empty';
  if (text.length > MAX_LENGTH) return `has ${text.length} characters, more than ${MAX_LENGTH}`;
  if (text.includes('\0')) return `contains the character NUL: ${JSON.stringify(text)}`;
  if (!text.isWellFormed()) return `contains half of a surrogate pair: ${JSON.stringify(text)}`;
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

/** A call that was recorded under other tools. @param problem the call, the tool, and its change */
export function staleTools(problem: string): ToolwrightError {
  return new ToolwrightError('STALE_RUN', problem, {
    blame: 'developer',
    hint: 'Resume with tools that take the recorded calls; `@was` keeps calls under a former name valid. Or delete the session.',
  });
}

/** @throws ToolwrightError `USAGE` for decisions that `agent.resume` would refuse, and for changed arguments of an interrupted call */
export function checkDecisions(calls: readonly PendingCall[], decisions: ApprovalDecisions): void {
  checkShape(calls, decisions);
  const isChanged = calls.some(({ callId, interrupted }) => {
    const decision = decisions[callId];
    return interrupted && decision?.approved && decision.arguments !== undefined;
  });
  if (!isChanged) return;
  throw new ToolwrightError('USAGE', 'The arguments of an interrupted call cannot be changed.', {
    blame: 'developer',
    hint: 'Pass { approved: true } or { approved: false, reason }.',
  });
}
