import { scriptedModel } from '@toolwright/llm/testing';
import fc from 'fast-check';
import { Agent } from '../../agent/agent.js';
import { mergeRequestOptions, type RequestOptions } from '../../protocols/request-options.js';
import { collect } from '../collect.test.support.js';

const all = {
  jsonResponse: true,
  seed: 7,
  maxCompletionTokens: 100,
  maxTokens: 50,
  temperature: 0.3,
  reasoningEffort: 'low',
  webSearchOptions: { search_context_size: 'low' },
  extraBody: { top_k: 5 },
} as const satisfies RequestOptions;

// A12
describe('each option of a request', () => {
  it.each(['run', 'runStream'] as const)(
    'reaches the model through %s, with a signal that ends it',
    async (way) => {
      const llmClient = scriptedModel(['{}']);
      const agent = new Agent({ llmClient });
      const controller = new AbortController();
      const options = { ...all, signal: controller.signal };
      if (way === 'run') await agent.run('go', options);
      else await collect(agent.runStream('go', options));
      const { signal, onEvent, ...sent } = llmClient.requests[0]?.options ?? {};
      expect(sent).toEqual(all);
      expect(signal?.aborted).toBe(false);
      expect(typeof onEvent).toBe('function');
    },
  );

  it('may be set on the agent, and applies to every run and every request of a run', async () => {
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'none' }] }, '{}', '{}']);
    const agent = new Agent({ llmClient, ...all });
    await agent.run('go');
    await agent.run('go', { temperature: 1 });
    expect(llmClient.requests.map(({ options }) => [options.seed, options.temperature])).toEqual([
      [7, 0.3],
      [7, 0.3],
      [7, 1],
    ]);
  });

  it('takes the value of the last source that sets it', () => {
    const options = fc.record<RequestOptions>(
      { seed: fc.integer(), temperature: fc.double(), maxTokens: fc.option(fc.nat(), { nil: undefined }) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(options, options, (first, second) => {
        const merged = mergeRequestOptions(first, second);
        for (const name of ['seed', 'temperature', 'maxTokens'] as const)
          expect(merged[name]).toBe(second[name] ?? first[name]);
      }),
    );
  });
});
