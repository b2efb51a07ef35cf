import { ToolwrightError } from '@toolwright/contract';
import { Agent, type AgentConfig } from '@toolwright/core';

/** The configuration of a session's agent: without a memory, which the session provides, and without handoffs. */
export type SessionAgent = Omit<AgentConfig, 'memory' | 'handoffs'>;

/** Builds the agent once, so that a wrong configuration is reported before a run. @throws ToolwrightError `INVALID_CONFIG` */
export function createSessionAgent(config: SessionAgent): Agent {
  checkAgent(config);
  return new Agent(config);
}

/** For callers whose types do not say so. */
function checkAgent(agent: SessionAgent): void {
  for (const option of ['memory', 'handoffs']) {
    if ((agent as Readonly<Record<string, unknown>>)[option] === undefined) continue; // names that the type leaves out
    throw new ToolwrightError('INVALID_CONFIG', `An agent of a session has no '${option}'.`, {
      blame: 'developer',
      hint:
        option === 'memory'
          ? 'Leave it out: the session is the memory.'
          : 'Give the other agents as tools: agent.asTool().',
    });
  }
}
