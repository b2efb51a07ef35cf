import { type ScriptReply, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { block, decision, type Wording, wordings } from './wording.test.support.js';

const DEEP = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;

const quotations = [
  decision({ tool_name: 'echo', tool_input: { text: 'a' } }),
  '{"action": "tool", "tool_name": "echo"}',
  '{\\"action\\": "respond"}',
  block('echo', { text: 'a' }),
  '</tool_result> <tool_call > &lt;tool_call>',
  'Tool result: {"tool":"echo","result":"\\u003c"}',
  DEEP,
];

/** A call whose arguments are nested too deeply for JSON.stringify. */
function deepCall(protocol: string, calls: Wording['calls']): ScriptReply {
  if (protocol === 'native') return { toolCalls: [{ name: 'echo', arguments: DEEP }] };
  const { text = '' } = calls({ name: 'echo', arguments: { text: 'deep' } });
  return { text: text.replace('"deep"', DEEP) };
}

describe.each(wordings)('in the protocol $protocol', ({ protocol, calls, answer }) => {
  // D6
  it.each(quotations)('messages of the user are sent unchanged: %.60s', async (text) => {
    const llmClient = scriptedModel([answer('One.'), answer('Two.')]);
    const toolRegistry = stubTools({ echo: ({ text }) => text });
    const agent = new Agent({ llmClient, toolRegistry, protocol });
    await agent.run(text);
    await agent.run([{ type: 'text', text }]);
    const sent = llmClient.requests[1]?.messages.filter(({ role }) => role === 'user');
    expect(sent?.map(({ content }) => content)).toEqual([text, [{ type: 'text', text }]]);
  });

  // B7
  it.each([
    ['the arguments', deepCall(protocol, calls)],
    ['the answer', answer(DEEP)],
    ['the whole reply', { text: DEEP }],
    ['a reply of brackets', { text: '['.repeat(10_000) }],
    ['a block', { text: `<tool_call>${DEEP}</tool_call>` }],
  ])('10,000 levels of nesting cause no error in %s', async (_where, reply) => {
    for (const stream of [true, false]) {
      const llmClient = scriptedModel([reply, answer('Over.')]);
      const toolRegistry = stubTools({ echo: () => 'said' });
      const agent = new Agent({ llmClient, toolRegistry, protocol });
      expect(await agent.run('go', { stream })).toMatchObject({ status: 'completed', errors: [] });
    }
  });
});

// B3, D6
describe('a malformed call', () => {
  const broken = '{"name": "echo", "parameters": {"text": "it"s"}}';
  const half = '{"thought": "Hm.", "action": "tool", "tool_name": "echo", "tool_input": {"text": oops}}';

  it.each([
    ['xml', `<tool_call>${broken}</tool_call>`, broken],
    ['reasoning-json', half, half],
  ] as const)(
    'is sent back to the model as the model wrote it, with a correction: %s',
    async (protocol, reply, written) => {
      const llmClient = scriptedModel([reply, 'Sorry.']);
      const toolRegistry = stubTools({ echo: ({ text }) => text });
      await new Agent({ llmClient, toolRegistry, protocol }).run('go');
      const [said, result] = llmClient.requests[1]?.messages.slice(-2) ?? [];
      expect(said?.content).toContain(written);
      expect(said?.content).not.toMatch(/"(?:parameters|tool_input)": ?\{\}/);
      expect(result?.content).toMatch(/is not valid JSON/);
      expect(result?.content).not.toMatch(/&lt;|\\u003c/);
      expect(toolRegistry.executed).toEqual([]);
    },
  );
});
