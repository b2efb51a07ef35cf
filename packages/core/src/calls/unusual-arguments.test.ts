import { scriptedModel } from '@toolwright/llm/testing';
import { ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import type { ToolSource } from './tool-source.js';

const TWICE = '{"city":"Oslo","city":"Rome"}';
const DEEP = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
const call = (text: string) => ({ toolCalls: [{ name: 'look', arguments: text }] });

/** A tool source that accepts any text, because it reads JSON in its own way. */
function readsAnything(executed: unknown[]): ToolSource {
  return {
    listTools: () => new ToolRegistry().listTools(),
    execute: async (_name, args) => {
      executed.push(args);
      return { result: 'seen', error: null };
    },
  };
}

// A7, C9
describe.each([
  ['a key that is repeated', TWICE],
  ['5,000 levels', DEEP],
])('a native call with %s', (_kind, text) => {
  it('is sent back to the model as the model wrote it', async () => {
    const llmClient = scriptedModel([call(text), 'Done.']);
    await new Agent({ llmClient, toolRegistry: new ToolRegistry() }).run('go');
    const asked = llmClient.requests[1]?.messages.find(({ role }) => role === 'assistant');
    expect(asked).toMatchObject({ tool_calls: [{ function: { name: 'look', arguments: text } }] });
  });

  it('counts toward the limit of calls', async () => {
    const executed: unknown[] = [];
    const llmClient = scriptedModel([call(text), call(text), 'Done.']);
    const toolRegistry = readsAnything(executed);
    const result = await new Agent({ llmClient, toolRegistry, budget: { toolCalls: 1 } }).run('go');
    expect(result).toMatchObject({ status: 'limit', limit: 'tool-calls' });
    expect(executed).toEqual([text]);
  });

  it('is not executed again if it repeats a successful call', async () => {
    const executed: unknown[] = [];
    const llmClient = scriptedModel([call(text), call(text), call('{"city":"Rome"}'), 'Done.']);
    const toolRegistry = readsAnything(executed);
    const { toolCalls } = await new Agent({ llmClient, toolRegistry, dedupe: 'per-run' }).run('go');
    expect(toolCalls.map(({ repeated }) => repeated)).toEqual([undefined, true, undefined]);
    expect(executed).toEqual([text, { city: 'Rome' }]);
  });
});

it('with arguments other than JSON is sent back with an empty object, and does not count toward the limit', async () => {
  const llmClient = scriptedModel([call('{"city":'), 'Done.']);
  const agent = new Agent({ llmClient, toolRegistry: new ToolRegistry(), budget: { toolCalls: 0 } });
  expect(await agent.run('go')).toMatchObject({ status: 'completed' });
  expect(agent.memory[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }] });
});
