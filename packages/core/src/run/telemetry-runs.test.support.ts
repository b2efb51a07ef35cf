import { ToolwrightError } from '@toolwright/contract';
import { fallbackClient } from '@toolwright/llm';
import { scriptedModel } from '@toolwright/llm/testing';
import { createTelemetryLogger, type TelemetryLoggerOptions } from '@toolwright/logger';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect } from './collect.test.support.js';

const usage = {
  inputTokens: 20,
  outputTokens: 5,
  cachedInputTokens: 8,
  cacheWriteTokens: 3,
  reasoningTokens: 2,
};

/** Runs that together have everything that spans and metrics can tell. */
export async function runAgents(options: TelemetryLoggerOptions): Promise<void> {
  const logger = await createTelemetryLogger({ conversationId: () => 'talk-1', ...options });
  const down = new ToolwrightError('RATE_LIMIT', 'Down.', { blame: 'provider' });
  const model = scriptedModel(
    [
      {
        toolCalls: [
          { name: 'look', arguments: { at: 'x' } },
          { name: 'fail', arguments: {} },
        ],
        usage,
      },
      { text: 'It is a tree.', usage },
      { error: down },
    ],
    { provider: 'google', model: 'gemini-x' },
  );
  const fail = () => Promise.reject(new Error('broken'));
  const agent = new Agent({
    name: 'eye',
    description: 'Sees things.',
    llmClient: Object.assign(fallbackClient([model]), { server: { address: 'models.test', port: 8443 } }),
    toolRegistry: stubTools({ look: () => ({ n: 1 }), fail }),
    temperature: 0.5,
    seed: 7,
    reasoningEffort: 'low',
    maxCompletionTokens: 100,
    logger,
  });
  await collect(agent.runStream('What is this?'));
  await agent.run('And this?');
}

/** The attributes that the conventions name. */
export function own<Value>(attributes: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.startsWith('toolwright.')));
}
