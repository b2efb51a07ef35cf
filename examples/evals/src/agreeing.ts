import type { Agent } from 'toolwright';

/** Plays the person who decides about calls: yes to refunds up to order 100, no to others. */
export function withPerson(agent: Agent): Pick<Agent, 'asTool'> & { run: Agent['run'] } {
  return {
    asTool: agent.asTool.bind(agent),
    run: async (input, options) => {
      let result = await agent.run(input, options);
      while (result.paused !== undefined) {
        const decisions = result.paused.pending.map(({ callId, arguments: text }) => {
          const { order }: { order: number } = JSON.parse(text);
          return [callId, { approved: order <= 100 }] as const;
        });
        result = await agent.resume(result.paused, Object.fromEntries(decisions), options);
      }
      return result as never; // the output is that of the same options
    },
  };
}
