import { isRecord, type PausedRun, ToolwrightError } from '@toolwright/contract';
import { isListOf, isText } from '../memory/is-message.js';
import { isCallList } from './check-reply.js';
import { innerId, pendingOf } from './nested-runs.js';
import { type PausedCalls, pausedCallsOf } from './paused-calls.js';

/**
 * Returns the calls of a tool that waits for a person; undefined for a sub-agent's run.
 * @throws ToolwrightError `INVALID_RUN` if the data are malformed, or if a person was shown calls that the tool did not make
 */
export function readPausedCalls(run: PausedRun, callId: string): PausedCalls | undefined {
  const calls = pausedCallsOf(run);
  if (calls === undefined) return undefined;
  const reason = findFault(calls, run, callId);
  if (reason === undefined) return calls;
  throw new ToolwrightError('INVALID_RUN', `This is not a paused run: the calls of '${callId}' ${reason}.`, {
    blame: 'developer',
    hint: 'Pass `result.paused`, as it is or as JSON has it.',
  });
}

function findFault(given: PausedCalls, { pending }: PausedRun, callId: string): string | undefined {
  const { made, texts, calls, finished, nested, held, taken = {} } = given;
  const isRest = isListOf(texts, isText) && isListOf(finished, isEnded) && isListOf(made, isMade);
  const isTaken = isRecord(taken) && Object.values(taken).every(isRecord);
  if (!isRest || !isTaken || !isCallList(calls) || !isRecord(held) || !isRecord(nested))
    return 'have an unexpected value';
  const own = calls.map(({ id, name, text }) => ({ callId: id, name, arguments: text }));
  const known = [...own, ...pendingOf(nested, callId)];
  const isKnown = (shown: (typeof pending)[number]): boolean =>
    known.some(
      (call) =>
        call.callId === innerId(callId, shown.callId) &&
        call.name === shown.name &&
        call.arguments === shown.arguments,
    );
  return pending.every(isKnown) ? undefined : 'are not those that a person was shown';
}

function isEnded(value: unknown): boolean {
  return (
    isRecord(value) && [value.callId, value.name, value.arguments].every(isText) && isRecord(value.outcome)
  );
}

function isMade(value: unknown): boolean {
  return isRecord(value) && isText(value.text) && isEnded(value.record);
}
