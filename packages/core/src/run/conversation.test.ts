import { ToolwrightError } from '@toolwright/contract';
import { type ScriptReply, scriptedModel } from '@toolwright/llm/testing';
import fc from 'fast-check';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { unpaired } from './collect.test.support.js';

const call = fc.record({
  name: fc.constantFrom('quick', 'slow', 'broken', 'missing'),
  arguments: fc.constantFrom<object | string>({}, { n: 1 }, '', '{"n":', '[]'),
  id: fc.constantFrom('a', 'b', 'c'),
});
const reply = fc.oneof<fc.Arbitrary<ScriptReply>[]>(
  fc.record({ text: fc.constantFrom('', 'Hm.'), toolCalls: fc.array(call, { minLength: 1, maxLength: 4 }) }),
  fc.record({
    text: fc.constantFrom('', 'Done.'),
    finishReason: fc.constantFrom('stop', 'length', 'content-filter'),
  }),
  fc.constant({ text: 'Hm', error: new ToolwrightError('NETWORK', 'gone', { blame: 'provider' }) }),
);
const conversation = fc.array(fc.record({ replies: fc.array(reply), leaveAt: fc.nat(60) }), { maxLength: 6 });
const config: fc.Arbitrary<Partial<AgentConfig>> = fc.record({
  maxHistory: fc.integer({ min: 2, max: 20 }),
  maxIterations: fc.integer({ min: 1, max: 5 }),
  onLimit: fc.constantFrom('stop', 'force-answer'),
  toolConcurrency: fc.integer({ min: 1, max: 3 }),
});

const toolRegistry = stubTools({
  quick: () => 'ok',
  slow: () => new Promise((resolve) => setImmediate(resolve)),
  broken: () => {
    throw new Error('broken');
  },
});

// A7, B1, B5, B7
describe('any conversation', () => {
  it('leaves a history that providers accept, whatever model, tools and reader do', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, config, async (turns, options) => {
        const script: ScriptReply[] = [];
        const llmClient = scriptedModel(
          // When the script has run out, the model answers, so that each run ends.
          Array.from({ length: 100 }, () => () => script.shift() ?? 'Enough.'),
        );
        const agent = new Agent({ llmClient, toolRegistry, systemPrompt: 'Go.', ...options });
        for (const { replies, leaveAt } of turns) {
          script.splice(0, script.length, ...replies);
          const stream = agent.runStream('go');
          let seen = 0;
          for await (const event of stream) {
            if (seen++ === leaveAt || event.type === 'run-end') break;
          }
          const result = await stream.result;
          expect(result.status).not.toBe('running');
          expect(result.messages[0]?.role ?? 'user').toBe('user');
          expect(unpaired(result.messages)).toEqual([]);
          expect(unpaired(agent.memory)).toEqual([]);
          expect(agent.memory[0]).toEqual({ role: 'system', content: 'Go.' });
        }
        for (const { messages } of llmClient.requests) {
          expect(unpaired(messages)).toEqual([]);
          const ids = messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
          expect(new Set(ids).size).toBe(ids.length);
          for (const message of messages) {
            if (message.role !== 'assistant') continue;
            expect(message.content !== null || message.tool_calls !== undefined).toBe(true);
            for (const { function: made } of message.tool_calls ?? []) {
              expect(JSON.parse(made.arguments)).toEqual(expect.any(Object));
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
