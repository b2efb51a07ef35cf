import { type ToolSource, ToolwrightError } from '@toolwright/contract';
import { Agent, type AgentConfig } from '@toolwright/core';

/**
 * The configuration of a session's agent: without a memory, which the session provides, without handoffs, and without an expiry of pauses.
 * Pauses are signed only if there is an `approvalKey`: the store is trusted, and any process that opens it may resume.
 */
export type SessionAgent<Tools extends ToolSource = ToolSource> = Omit<
  AgentConfig,
  'memory' | 'handoffs' | 'approvalTtlMs' | 'toolRegistry'
> &
  Pick<AgentConfig<Tools>, 'toolRegistry'>;

/** Builds the agent once, so that a wrong configuration is reported before a run. @throws ToolwrightError `INVALID_CONFIG` */
export function createSessionAgent(config: SessionAgent): Agent {
  checkAgent(config);
  return new Agent(config);
}

/** For callers whose types do not say so. */
function checkAgent(agent: SessionAgent): void {
  for (const [option, hint] of Object.entries(LEFT_OUT)) {
    if ((agent as Readonly<Record<string, unknown>>)[option] === undefined) continue; // names that the type leaves out
    throw new ToolwrightError('INVALID_CONFIG', `An agent of a session has no '${option}'.`, {
      blame: 'developer',
      hint,
    });
  }
}

const LEFT_OUT: Readonly<Record<Exclude<keyof AgentConfig, keyof SessionAgent>, string>> = {
  memory: 'Leave it out: the session is the memory.',
  handoffs: 'Give the other agents as tools: agent.asTool().',
  approvalTtlMs: 'Leave it out, and deny the calls that have waited too long.',
};
