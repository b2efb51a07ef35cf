import type { ProgramState } from '../../protocol/requests.js';

/** Why the calls of a session cannot be decided at the moment; undefined if they can. */
export function whyUndecidable(agent: string, program: ProgramState): string | undefined {
  switch (program.status) {
    case 'none':
      return `Start Studio with --agent, the configuration of '${agent}', to decide here.`;
    case 'starting':
      return 'You can decide as soon as the program is ready. It is starting.';
    case 'failed':
      return 'You can decide as soon as the program runs again. It failed.';
    case 'ready':
      return program.agents.some(({ name }) => name === agent)
        ? undefined
        : `The program has no agent '${agent}'. Start Studio with --agent, its configuration, to decide here.`;
    default:
      return program satisfies never;
  }
}
