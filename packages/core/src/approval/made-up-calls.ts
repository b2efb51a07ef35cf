import { unknownToolMessage } from '@toolwright/contract';
import type { RestoredState } from '../state/run-state.js';
import type { PausedData } from './paused-run.js';

/**
 * Refuses the calls of a paused run whose names the model had made up: nobody has decided about them, and tools that have such a name now, or
 * had it once, are not what the model has called.
 */
export function refuseMadeUp(state: RestoredState, { reply, tools }: PausedData): RestoredState {
  const madeUp = new Map(
    reply.calls.filter(({ name }) => !Object.hasOwn(tools, name)).map(({ id, name }) => [id, name]),
  );
  const { next } = state;
  if (madeUp.size === 0 || next.to !== 'run-calls') return state;
  const { step } = next;
  const known = Object.keys(tools);
  const calls = step.reply.calls.map((call) => {
    const name = madeUp.get(call.id);
    if (name === undefined || call.problem !== undefined) return call;
    return { ...call, name, calledAs: undefined, problem: unknownToolMessage(name, known) };
  });
  return { ...state, next: { ...next, step: { ...step, reply: { ...step.reply, calls } } } };
}
