import {
  type AgentEvent,
  type ErrorCode,
  errorMessage,
  isToolwrightError,
  type LimitName,
  type RunResult,
  type RunStatus,
} from '@toolwright/contract';
import { attachResult, isMistake } from '../base/callbacks.js';
import { cleanResult } from '../policies/clean-texts.js';
import { findLimit, findStop, limitReached, statusAt } from '../policies/stop/stop-rules.js';
import { type RunState, toResult } from '../state/run-state.js';
import { maskResult } from './mask-values.js';
import type { Ports } from './ports.js';
import { addError, reportCut } from './record.js';
import type { RunEnding, RunSetup } from './run-setup.js';

type Failure = RunEnding['failure'];

/** Ends the run at a limit, or asks the model to answer without tools. */
function stopAt(state: RunState, { agent }: Ports, limit: LimitName): void {
  state.limit = limit;
  if (agent.settings.onLimit === 'force-answer') state.answerForced = true;
  else state.status = statusAt(limit);
}

/** Ends the run at the first limit or stop rule that is met, or because a policy has ended it. */
export function stopAtRules(state: RunState, ports: Ports, names?: readonly LimitName[]): void {
  const limit = state.stop === undefined ? findLimit(state, names) : undefined;
  if (limit !== undefined) stopAt(state, ports, limit);
  else if (ports.stopRules.length > 0) state.stop ??= findStop(ports.stopRules, ports.policies.info.state);
  stopRun(state);
}

/** Ends the run if a stop rule or a policy has stopped it. True if so. */
export function stopRun(state: RunState): boolean {
  if (state.stop === undefined || state.status !== 'running') return false;
  state.status = state.stop.status;
  return true;
}

/** Takes the error that ended the loop. A mistake of the developer that shows before anything was done is thrown in any case. */
export function failRun(state: RunState, ports: Ports, thrown: unknown): Failure {
  const { agent, clock } = ports;
  if (clock.endedByTime) {
    state.limit = 'time';
    state.status = statusAt('time');
    return undefined;
  }
  const { aborted } = clock.signal;
  const error = aborted ? thrown : ports.policies.clean(thrown);
  state.status = aborted ? 'aborted' : 'error';
  if (!aborted)
    addError(state, ports, errorMessage(error), isToolwrightError(error) ? error.code : undefined);
  const mistake = !aborted && !state.hasBegun && isMistake(thrown);
  if (agent.settings.onFailure !== 'throw' && !mistake) return undefined;
  return { error: aborted ? clock.abortError() : error };
}

/**
 * Gives the conversation back to the agent, and tells of the end.
 * @param left whether the reader left before the end; a run in progress is aborted then
 */
export async function endRun(
  state: RunState,
  ports: Ports,
  { memory, onEnd }: RunSetup,
  { failure: given = limitError(state, ports.agent.settings), left }: { failure: Failure; left: boolean },
): Promise<RunEnding> {
  const { clock, events, policies } = ports;
  let failure = given;
  if (state.status === 'running') {
    clock.abort(new Error('Nobody reads the run any more.'));
    state.status = 'aborted';
  }
  clock.stop();
  if (state.errorCode !== undefined && REFUSALS.has(state.errorCode)) state.history.describeUnanswered();
  // What was pushed may be a warning, which belongs to the result.
  const pushed = events.close([]);
  const { cleanText } = policies;
  const tell = (): RunResult => {
    const whole = maskResult(toResult(state));
    return cleanText === undefined ? whole : cleanResult(whole, cleanText);
  };
  let result = tell();
  if (policies.cleaningFailure !== undefined && !UNCHANGED.has(state.status)) {
    failure = failRun(state, ports, policies.cleaningFailure);
    state.output = undefined;
    result = tell();
  }
  const ending = { result, failure };
  if (failure !== undefined) attachResult(failure.error, result);
  // A run that is paused is not over; what it has done is in the JSON that it gives.
  if (state.status !== 'paused') memory.commit(state.history);
  const last: AgentEvent = { type: 'run-end', result };
  // The memory may be cut as well, after another run has added to it.
  const told = [...pushed, ...events.close([...reportCut(state.history), ...reportCut(memory), last])];
  onEnd?.(ending);
  if (!left) await events.deliver(told);
  return ending;
}

/** Runs that end without an answer, and one that is paused, keep their status if a policy cannot clean a text. */
const UNCHANGED: ReadonlySet<RunStatus> = new Set(['error', 'aborted', 'paused']);

/** How a request ends whose images or files are refused; some providers call those too long that are too large (413). */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['BAD_REQUEST', 'INVALID_MESSAGE', 'CONTEXT_TOO_LONG']);

function limitError({ limit, limits }: RunState, { onLimit }: Ports['agent']['settings']): Failure {
  return limit !== undefined && onLimit === 'throw' ? { error: limitReached(limit, limits) } : undefined;
}
