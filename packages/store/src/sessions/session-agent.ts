import { type ToolSource, ToolwrightError } from '@toolwright/contract';
import { Agent, type AgentConfig } from '@toolwright/core';

/**
 * The configuration of a session's agent. It has no handoffs, no expiry of pauses, and no memory, because the session provides the memory.
 * Pauses are signed only if `approvalKey` is set: the store is trusted, and any process that opens it may resume.
 */
export type SessionAgent<Tools extends ToolSource = ToolSource> = Omit<
  AgentConfig,
  'memory' | 'handoffs' | 'approvalTtlMs' | 'toolRegistry'
> &
  Pick<AgentConfig<Tools>, 'toolRegistry'>;

/** Creates the agent once, so that an invalid configuration is reported before a run. @throws ToolwrightError `INVALID_CONFIG` */
export function createSessionAgent(config: SessionAgent): Agent {
  checkAgent(config);
  return new Agent(config);
}

/** Refuses the excluded options at run time, for JavaScript callers. */
function checkAgent(agent: SessionAgent): void {
  for (const [option, hint] of Object.entries(LEFT_OUT)) {
    if ((agent as Readonly<Record<string, unknown>>)[option] === undefined) continue; // the type excludes these names
    throw new ToolwrightError(
      'INVALID_CONFIG',
      `The agent of a session cannot have the option '${option}'.`,
      {
        blame: 'developer',
        hint,
      },
    );
  }
}

const LEFT_OUT: Readonly<Record<Exclude<keyof AgentConfig, keyof SessionAgent>, string>> = {
  memory: 'Omit it: the session is the memory.',
  handoffs: 'Pass the other agents as tools: agent.asTool().',
  approvalTtlMs: 'Omit it, and deny calls that have waited too long.',
};
