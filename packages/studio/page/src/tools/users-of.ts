import type { ProgramState } from '../../../src/protocol/requests.js';

/** Returns the names of the agents that have a tool; undefined if the program has no agents or is not ready. */
export function usersOf(state: ProgramState, tool: string): readonly string[] | undefined {
  if (state.status !== 'ready' || state.agents.length === 0) return undefined;
  return state.agents.filter(({ tools }) => tools.includes(tool)).map(({ name }) => name);
}
