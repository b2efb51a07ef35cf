import type { PausedRun, RunResult } from '@toolwright/contract';
import { type ScriptReply, type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { type StubTool, stubTools } from '../calls/stub-tools.test.support.js';

export const annotations = { erase: { needsApproval: true, destructive: true } };

export function tools(erase: StubTool = ({ path }) => `erased ${String(path)}`) {
  return stubTools({ look: () => 'seen', erase }, annotations);
}

/** Creates an agent whose tool `erase` needs approval. */
export function agentFor(steps: readonly ScriptStep[], config: Partial<AgentConfig> = {}) {
  const llmClient = scriptedModel(steps);
  const toolRegistry = tools();
  return { llmClient, toolRegistry, agent: new Agent({ llmClient, toolRegistry, ...config }) };
}

export const erase: ScriptReply = { toolCalls: [{ id: 'e', name: 'erase', arguments: { path: 'a.txt' } }] };

/** Returns the paused run of a result after a round trip through JSON. */
export function pausedOf(result: RunResult): PausedRun {
  if (result.paused === undefined) throw new Error(`The run is ${result.status}: ${result.errors}`);
  return JSON.parse(JSON.stringify(result.paused));
}
