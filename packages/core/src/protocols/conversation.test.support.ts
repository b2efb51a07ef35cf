import type { AgentEvent, Message } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { type StubTool, stubTools } from '../calls/stub-tools.test.support.js';
import type { Wording } from './wording.test.support.js';

const never: StubTool = () => new Promise(() => {});

/** Creates ordinary tools and some that fail. */
export function tools() {
  return stubTools({
    add: ({ a, b }) => Number(a) + Number(b),
    forecast: ({ city }) => ({ city, rain: true }),
    divide: () => {
      throw new Error('division by zero');
    },
    shout: () => {
      throw 'no air';
    },
    hang: never,
    nothing: () => undefined,
    circle: () => {
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      return circle;
    },
    flood: () => 'x'.repeat(2_000_000),
    erase: () => 'erased',
  });
}

/** Returns a function that creates agents with this protocol. */
export function agentsOf({ protocol }: Wording) {
  return (steps: readonly ScriptStep[], config: Partial<AgentConfig> = {}) => {
    const llmClient = scriptedModel(steps);
    const toolRegistry = tools();
    const agent = new Agent({ llmClient, toolRegistry, protocol, systemPrompt: 'Be brief.', ...config });
    return { agent, llmClient, toolRegistry };
  };
}

export function textOf(messages: readonly Message[] = []): string {
  return messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
}

/** Returns the streamed text of each reply. */
export function shownTexts(events: readonly AgentEvent[]): string[] {
  const texts: string[] = [];
  for (const event of events) {
    if (event.type === 'llm-call') texts.push('');
    if (event.type === 'text-delta') texts.push((texts.pop() ?? '') + event.text);
  }
  return texts;
}
