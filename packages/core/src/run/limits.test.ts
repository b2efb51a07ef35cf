import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect, unpaired } from './collect.test.support.js';

const again: ScriptStep = { toolCalls: [{ name: 'look' }] };

function agentWith(steps: readonly ScriptStep[], config: Partial<AgentConfig> = {}) {
  const llmClient = scriptedModel(steps);
  return {
    llmClient,
    agent: new Agent({ llmClient, toolRegistry: stubTools({ look: () => 'seen' }), ...config }),
  };
}

// B1, B8, D3
describe('at maxIterations', () => {
  it('a run stops after ten requests by default', async () => {
    const { agent, llmClient } = agentWith(Array(10).fill(again));
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'max_iterations', iteration: 10, finalResponse: '', errors: [] });
    expect(result.toolCalls).toHaveLength(10);
    expect(unpaired(agent.memory)).toEqual([]);
    llmClient.assertDone();
  });

  it('a run continues where the last one stopped', async () => {
    const { agent, llmClient } = agentWith([again, 'Seen.'], { maxIterations: 1 });
    await agent.run('go');
    expect(await agent.run('go on')).toMatchObject({ status: 'completed', finalResponse: 'Seen.' });
    expect(llmClient.requests[1]?.messages.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ]);
  });

  it('an answer at the last iteration completes the run', async () => {
    const { agent } = agentWith([again, 'Seen.'], { maxIterations: 2, onLimit: 'throw' });
    expect(await agent.run('go')).toMatchObject({ status: 'completed', iteration: 2 });
  });

  it('force-answer asks once more without tools and keeps the status', async () => {
    const { agent, llmClient } = agentWith([again, again, 'Seen twice.'], {
      maxIterations: 2,
      onLimit: 'force-answer',
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'max_iterations', iteration: 3, finalResponse: 'Seen twice.' });
    expect(llmClient.requests.map(({ options }) => options.toolChoice)).toEqual([
      undefined,
      undefined,
      'none',
    ]);
    expect(llmClient.requests[2]?.tools).toHaveLength(1);
  });

  it('force-answer uses the text of a model that still calls tools', async () => {
    const { agent } = agentWith([again, { text: 'Perhaps.', toolCalls: [{ name: 'look' }] }], {
      maxIterations: 1,
      onLimit: 'force-answer',
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'max_iterations', finalResponse: 'Perhaps.' });
    expect(result.toolCalls).toHaveLength(1);
    expect(unpaired(agent.memory)).toEqual([]);
  });

  it('throw throws after the last event, and the error has the result', async () => {
    const { agent } = agentWith([again], { maxIterations: 1, onLimit: 'throw' });
    const types: string[] = [];
    const run = (async () => {
      for await (const event of agent.runStream('go')) types.push(event.type);
    })();
    await expect(run).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: expect.stringContaining('1 request'),
    });
    expect(types.at(-1)).toBe('run-end');
    expect(agent.memory).toHaveLength(3);
  });
});

it('emits an event for each request beyond the limit', async () => {
  const { agent } = agentWith([again, 'Seen.'], { maxIterations: 1, onLimit: 'force-answer' });
  const events = await collect(agent.runStream('go'));
  expect(events.flatMap((event) => (event.type === 'llm-call' ? [event.iteration] : []))).toEqual([1, 2]);
});
