import { unknownToolMessage } from '@toolwright/contract';
import type { RestoredState } from '../state/run-state.js';
import type { PausedData } from './paused-run.js';

/**
 * Refuses calls of a paused run whose tool names the model invented. No decision covers them, and a tool added since then under
 * such a name is not the tool that the model called.
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
