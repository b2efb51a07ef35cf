import { developerErrorOf, type RunResult, type ToolContext } from '@toolwright/contract';
import { isOfProgram } from '../base/callbacks.js';
import { ToolState } from './tool-state.js';

/**
 * Runs a sub-agent for a call of another run. If an error of the program ends the sub-agent's run, it also ends that run: no model can act
 * on it. A model may give the task of a stale run again.
 */
export async function runSubAgent(
  { state, callId }: Pick<ToolContext, 'state' | 'callId'>,
  start: () => Promise<RunResult>,
): Promise<RunResult> {
  const fail = (error: unknown): void => {
    if (isOfProgram(error) && error.code !== 'STALE_RUN') ToolState.linkOf(state)?.failed.set(callId, error);
  };
  try {
    const result = await start();
    fail(developerErrorOf(result));
    return result;
  } catch (error) {
    fail(error);
    throw error;
  }
}
