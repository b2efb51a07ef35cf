export { AgentBase, AgentRegistry, agent, agents, buildAgent, registerAgent } from '@toolwright/core';
