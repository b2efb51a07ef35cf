import { type PendingCall, ToolwrightError } from '@toolwright/contract';
import { type ApprovalDecisions, checkDecisions as checkShape } from '@toolwright/core';

/** The maximum length of ids and names, because databases index them. */
const MAX_LENGTH = 1000;

/** Checks an id or a name. @throws ToolwrightError `INVALID_CONFIG` if any store could not store it unchanged */
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
  return new ToolwrightError('INVALID_RUN', `The last run of the session '${id}' has not finished.`, {
    blame: 'developer',
    hint: 'Call `resume()` first: it continues where that run was interrupted or paused.',
  });
}

export function noOpenRun(id: string): ToolwrightError {
  return new ToolwrightError('INVALID_RUN', `The session '${id}' has no open run to resume.`, {
    blame: 'developer',
    hint: "Check `state()` first: only the statuses 'interrupted' and 'paused' can be resumed.",
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
  return new ToolwrightError(
    'STALE_RUN',
    `The arguments of the call '${callId}' differ from the recorded ones.`,
    {
      blame: 'developer',
      hint: 'Resume the run with the agent that started it, or delete the session.',
    },
  );
}

/** Creates the error for a call that was recorded under different tools. @param problem names the call, the tool and the change */
export function staleTools(problem: string): ToolwrightError {
  return new ToolwrightError('STALE_RUN', problem, {
    blame: 'developer',
    hint: 'Resume with tools that accept the recorded calls; `@was` keeps calls under a former name valid. Alternatively, delete the session.',
  });
}

/**
 * Returns the decisions by call id.
 * @throws ToolwrightError `USAGE` if `agent.resume` would refuse the decisions, or if they change an interrupted call's arguments
 */
export function checkDecisions(
  calls: readonly PendingCall[],
  given: ApprovalDecisions,
  runId?: string,
): ApprovalDecisions {
  const decisions = checkShape(calls, given, runId);
  const isChanged = calls.some(({ callId, interrupted }) => {
    const decision = decisions[callId];
    return interrupted && decision?.approved && decision.arguments !== undefined;
  });
  if (!isChanged) return decisions;
  throw new ToolwrightError('USAGE', 'The arguments of an interrupted call cannot be changed.', {
    blame: 'developer',
    hint: 'Pass { approved: true } or { approved: false, reason }.',
  });
}
