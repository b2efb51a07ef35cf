import {
  type AgentEvent,
  type ErrorCode,
  errorMessage,
  isToolwrightError,
  type LimitName,
  type RunResult,
  type RunStatus,
  withDeveloperError,
  withThrown,
} from '@toolwright/contract';
import { attachResult, isMistake, isOfProgram } from '../base/callbacks.js';
import { cleanResult } from '../policies/clean-texts.js';
import { findLimit, findStop, limitReached, statusAt } from '../policies/stop/stop-rules.js';
import { ASK, type RunState, statusOf, toResult } from '../state/run-state.js';
import { maskResult } from './mask-values.js';
import type { Ports } from './ports.js';
import { addError, reportCut } from './record.js';
import type { RunEnding, RunSetup } from './run-setup.js';
import { READER_LEFT } from './stream/event-reader.js';

type Failure = RunEnding['failure'];

/** Continues with the next request, unless a limit, stop rule or policy ends the run. At a limit, the run may force a last answer. */
export function askAgain(state: RunState, ports: Ports, names?: readonly LimitName[]): void {
  state.next = ASK;
  const limit = state.stop === undefined ? findLimit(state, names) : undefined;
  if (limit !== undefined) {
    state.limit = limit;
    if (ports.agent.settings.onLimit !== 'force-answer') state.next = { to: 'end', status: statusAt(limit) };
    return;
  }
  if (ports.stopRules.length > 0) state.stop ??= findStop(ports.stopRules, ports.policies.info.state);
  stopRun(state);
}

/** Ends the run if a stop rule or a policy has stopped it. Returns whether the run ends. */
export function stopRun(state: RunState): boolean {
  if (state.stop === undefined) return false;
  state.next = { to: 'end', status: state.stop.status };
  return true;
}

/** Handles the error that ended the loop. A developer mistake that is detected before the run has done anything is always thrown. */
export function failRun(state: RunState, ports: Ports, thrown: unknown): Failure {
  const { agent, clock } = ports;
  if (clock.endedByTime) {
    state.limit = 'time';
    state.next = { to: 'end', status: statusAt('time') };
    return undefined;
  }
  const { aborted } = clock.signal;
  const error = aborted ? thrown : ports.policies.clean(thrown);
  state.failure = aborted ? undefined : { error };
  state.next = { to: 'end', status: aborted ? 'aborted' : 'error' };
  if (!aborted)
    addError(state, ports, errorMessage(error), isToolwrightError(error) ? error.code : undefined);
  const mistake = !aborted && !state.hasBegun && isMistake(thrown);
  if (agent.settings.onFailure !== 'throw' && !mistake) return undefined;
  return { error: aborted ? clock.abortError() : error };
}

/**
 * Commits the conversation to the agent's memory and reports the end of the run.
 * @param left whether the reader left early, which aborts a run in progress
 */
export async function endRun(
  state: RunState,
  ports: Ports,
  { memory, onEnd }: RunSetup,
  { failure: given = limitError(state, ports.agent.settings), left }: { failure: Failure; left: boolean },
): Promise<RunEnding> {
  const { clock, events, policies } = ports;
  let failure = given;
  if (statusOf(state.next) === 'running') {
    clock.abort(READER_LEFT);
    state.next = { to: 'end', status: 'aborted' };
  }
  clock.stop();
  if (state.errorCode !== undefined && REFUSALS.has(state.errorCode)) state.history.describeUnanswered();
  // A pushed event may be a warning, which is part of the result.
  const pushed = events.close([]);
  const { cleanText } = policies;
  const tell = (): RunResult => {
    const whole = maskResult(toResult(state));
    return cleanText === undefined ? whole : cleanResult(whole, cleanText);
  };
  let result = tell();
  if (policies.cleaningFailure !== undefined && !UNCHANGED.has(statusOf(state.next))) {
    failure = failRun(state, ports, policies.cleaningFailure);
    state.output = undefined;
    result = tell();
  }
  const cause = state.failure?.error;
  if (isOfProgram(cause)) withDeveloperError(result, cause);
  const ending = { result, failure };
  if (failure !== undefined) attachResult(failure.error, result);
  // A paused run has not ended: its conversation is stored in its own JSON.
  if (state.next.to !== 'pause') memory.commit(state.history);
  const last = withThrown<AgentEvent>(
    { type: 'run-end', result },
    cause === undefined ? undefined : { value: cause },
  );
  // The memory may also be cut, because other runs may have added messages to it.
  const told = [...pushed, ...events.close([...reportCut(state.history), ...reportCut(memory), last])];
  onEnd?.(ending);
  if (!left) await events.deliver(told);
  return ending;
}

/** The statuses that a run keeps even if a policy fails to clean text. */
const UNCHANGED: ReadonlySet<RunStatus> = new Set(['error', 'aborted', 'paused']);

/** Codes of requests that may have been refused because of images or files. Some providers report those as too long a conversation. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['BAD_REQUEST', 'INVALID_MESSAGE', 'CONTEXT_TOO_LONG']);

function limitError({ limit, limits }: RunState, { onLimit }: Ports['agent']['settings']): Failure {
  return limit !== undefined && onLimit === 'throw' ? { error: limitReached(limit, limits) } : undefined;
}
