import type { ToolSpec } from '@toolwright/contract';
import { type ScriptReply, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { ToolSource } from '../calls/tool-source.js';
import { wordings } from './wording.test.support.js';

const LARGE = '9007199254740993';

/** Tools that read their arguments as text, as a registry does. */
function textTools(): { readonly toolRegistry: ToolSource; readonly executed: unknown[] } {
  const executed: unknown[] = [];
  const tool: ToolSpec = {
    name: 'read',
    description: 'Reads.',
    parameters: { type: 'object', properties: {} },
    annotations: {},
    source: { file: 'read.ts', line: 1 },
  };
  const execute: ToolSource['execute'] = async (_name, args) => {
    executed.push(args);
    return { result: 'done', error: null };
  };
  return { toolRegistry: { listTools: () => [tool], execute }, executed };
}

// B3, C9
describe.each(wordings)('in the protocol $protocol', ({ protocol, calls, answer }) => {
  /** A call whose `id` is written with these digits. */
  function callWith(digits: string): ScriptReply {
    if (protocol === 'native') return { toolCalls: [{ name: 'read', arguments: `{"id":${digits}}` }] };
    const { text = '' } = calls({ name: 'read', arguments: { id: 5 } });
    return { text: text.replace('"id":5', `"id":${digits}`) };
  }

  it('an integer beyond 2^53 keeps its digits in the record, in repetitions, and in the history', async () => {
    const steps = [callWith(LARGE), callWith(LARGE), callWith('9007199254740992'), answer('Over.')];
    const llmClient = scriptedModel(steps);
    const { toolRegistry, executed } = textTools();
    const agent = new Agent({ llmClient, toolRegistry, protocol, dedupe: 'per-run' });
    const { toolCalls } = await agent.run('go');
    expect(toolCalls.map(({ arguments: text }) => text)).toEqual([
      `{"id":${LARGE}}`,
      `{"id":${LARGE}}`,
      '{"id":9007199254740992}',
    ]);
    expect(toolCalls.map(({ repeated }) => repeated === true)).toEqual([false, true, false]);
    expect(executed).toEqual([`{"id":${LARGE}}`, `{"id":9007199254740992}`]);
    expect(JSON.stringify(llmClient.requests[1]?.messages)).toContain(LARGE);
  });

  it('a call with such an integer counts toward the limit of tool calls', async () => {
    const llmClient = scriptedModel([callWith(LARGE), callWith('9007199254740995'), answer('Over.')]);
    const { toolRegistry, executed } = textTools();
    const agent = new Agent({ llmClient, toolRegistry, protocol, budget: { toolCalls: 1 } });
    const { limit } = await agent.run('go');
    expect(executed).toHaveLength(1);
    expect(limit).toBe('tool-calls');
  });
});
