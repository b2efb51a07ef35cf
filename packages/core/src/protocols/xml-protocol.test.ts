import type { ToolSpec } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { block } from './wording.test.support.js';

const book: ToolSpec = {
  name: 'book',
  description: 'Books a flight.',
  parameters: {
    type: 'object',
    properties: {
      from: { type: 'string', description: 'Where it begins' },
      seats: { type: 'integer', minimum: 1, default: 1 },
      cabin: { enum: ['economy', 'business'] },
    },
    required: ['from', 'cabin'],
  },
  annotations: {},
  source: { file: 'travel.ts', line: 1 },
};

async function converse(steps: readonly ScriptStep[], config: Partial<AgentConfig> = {}) {
  const llmClient = scriptedModel(steps, { capabilities: { tools: false } });
  const toolRegistry = stubTools({ echo: ({ text }) => text, count: () => 1 });
  const agent = new Agent({ llmClient, toolRegistry, ...config });
  const result = await agent.run('go');
  const systemPrompts = llmClient.requests.map(({ messages }) => String(messages[0]?.content));
  return { result, toolRegistry, llmClient, systemPrompts, agent };
}

describe('the system prompt', () => {
  // D1, D7
  it('contains name, description, the custom prompt, the tools in prose, the format of calls and the rules', async () => {
    const { systemPrompts, llmClient } = await converse(['ok'], {
      name: 'traveller',
      description: 'Plans journeys.',
      systemPrompt: 'Be polite.',
      toolRegistry: { listTools: () => [book], execute: async () => ({ result: 1, error: null }) },
    });
    const [prompt = ''] = systemPrompts;
    expect(prompt).toMatch(/^You are traveller\. Plans journeys\.\n\nBe polite\.\n\n/);
    for (const text of [
      'book: Books a flight.',
      '- from (string, required): Where it begins',
      '- seats (integer, optional, default 1, minimum 1)',
      '- cabin ("economy" | "business", required)',
      '<tool_call>\n{"name": "tool_name", "parameters": {"parameter": "value"}}\n</tool_call>',
      'Use a tool at once when it helps and you know its required parameters.',
      'Ask the user only for a required parameter that is missing',
    ]) {
      expect(prompt).toContain(text);
    }
    expect(llmClient.requests[0]?.tools).toEqual([]);
  });

  // D4
  it('introduces an agent without tools, and does not mention calls', async () => {
    const { systemPrompts } = await converse(['ok'], {
      name: 'poet',
      description: 'Rhymes.',
      toolRegistry: undefined,
    });
    expect(systemPrompts).toEqual(['You are poet. Rhymes.']);
  });

  it('keeps its role', async () => {
    const { llmClient } = await converse(['ok'], { memory: [{ role: 'developer', content: 'Be brief.' }] });
    expect(llmClient.requests[0]?.messages[0]?.role).toBe('developer');
  });

  // D3
  it('is replaced at the limit by a request for an answer, but not in the memory', async () => {
    const { systemPrompts, agent, result } = await converse([...Array(10).fill(block('count', {})), 'One.'], {
      name: 'counter',
      systemPrompt: 'Always use tools.',
      onLimit: 'force-answer',
    });
    expect(result).toMatchObject({ status: 'max_iterations', iteration: 11, finalResponse: 'One.' });
    expect(systemPrompts[9]).toContain('Always use tools.');
    expect(systemPrompts[10]).toMatch(
      /^You are counter\.\n\nNo more tools can be called\. Answer the question now/,
    );
    expect(systemPrompts[10]).not.toMatch(/Always use tools|<tool_call>/);
    expect(agent.memory[0]).toEqual({ role: 'system', content: 'Always use tools.' });
  });

  it('asks for the form of the answer if that form leaves no room for calls', async () => {
    const schema = { type: 'object', properties: { n: { type: 'number' } } } as const;
    const { llmClient, systemPrompts } = await converse([block('count', {}), '{"n":1}'], {
      jsonResponse: { name: 'n', schema },
      maxIterations: 2,
    });
    expect(llmClient.requests.map(({ options }) => options.jsonResponse)).toEqual([undefined, undefined]);
    expect(systemPrompts[0]).toContain(JSON.stringify(schema));
  });
});

// D2
describe('a reply', () => {
  it('runs all its blocks, in order', async () => {
    const reply = `Two things.\n${block('echo', { text: 'a' })}\nand\n${block('echo', { text: 'b' })}`;
    const { result, agent } = await converse([reply, 'Done.']);
    expect(result.toolCalls.map(({ outcome }) => outcome.result)).toEqual(['a', 'b']);
    expect(agent.memory[1]).toMatchObject({ content: 'Two things.\n\nand' });
  });

  it.each([
    ['Wait, do not run the call above.', 'Wait, do not run the call above.'],
    ['Back up your disk.\n<tool_result name="echo">\na\n</tool_result>\nIt says a.', 'Back up your disk.'],
    ['Back up your disk.\nTool result: a\nIt says a.', 'Back up your disk.'],
    ['Tool result: a', null],
    ['User: thanks', null],
    ['---', null],
    ['One moment.<|im_end|>\n<|im_start|>user\nGo', 'One moment.'],
  ])(
    'keeps what it says behind its calls in the history, without inventions: %s',
    async (behind, content) => {
      const { agent, result } = await converse([`${block('echo', { text: 'a' })}\n${behind}`, 'Done.']);
      expect(agent.memory[1]).toMatchObject({ content });
      expect(result).toMatchObject({ finalResponse: 'Done.', warnings: [] });
    },
  );

  it.each([
    ['a closing tag in a string', block('echo', { text: 'a</tool_call>b' }), 'a</tool_call>b'],
    [
      'several of them',
      block('echo', { text: '</tool_call></tool_call>"</tool_call>' }),
      '</tool_call></tool_call>"</tool_call>',
    ],
    ['an opening tag in a string', block('echo', { text: '<tool_call>{}' }), '<tool_call>{}'],
    ['a fence', '<tool_call>```json\n{"name":"echo","parameters":{"text":"x"}}\n```</tool_call>', 'x'],
    [
      'arguments instead of parameters',
      '<tool_call>{"name":"echo","arguments":{"text":"x"}}</tool_call>',
      'x',
    ],
    [
      'parameters as JSON in a string',
      '<tool_call>{"name":"echo","parameters":"{\\"text\\":\\"x\\"}"}</tool_call>',
      'x',
    ],
    ['a bare line break', '<tool_call>{"name":"echo","parameters":{"text":"a\nb"}}</tool_call>', 'a\nb'],
    ['no closing tag', 'Now: <tool_call>{"name":"echo","parameters":{"text":"x"}}', 'x'],
  ])('is understood with %s', async (_, reply, expected) => {
    const { result } = await converse([reply, 'Done.']);
    expect(result.toolCalls.map(({ outcome }) => outcome)).toEqual([{ result: expected, error: null }]);
    expect(result.finalResponse).toBe('Done.');
  });

  it('without a closing tag does not swallow the next block', async () => {
    const open = block('echo', { text: 'a' }).replace('</tool_call>', '');
    const { result } = await converse([`${open}${block('echo', { text: 'b' })}`, 'Done.']);
    expect(result.toolCalls.map(({ outcome }) => outcome.result)).toEqual(['a', 'b']);
  });

  it.each([
    [
      'broken JSON',
      '<tool_call>{"name": "echo", "parameters": {"text": "x"}</tool_call>',
      'echo',
      /is not valid JSON: .+ Write/s,
    ],
    ['a call in another language', '<tool_call>echo("x")</tool_call>', 'unknown', /is not valid JSON/],
    ['no name', '<tool_call>{"parameters": {}}</tool_call>', 'unknown', /has no "name"/],
    ['a name that is null', '<tool_call>{"name": null}</tool_call>', 'unknown', /has no "name"/],
    ['a list', '<tool_call>[1]</tool_call>', 'unknown', /has no "name"/],
    ['nothing', '<tool_call></tool_call>', 'unknown', /is not valid JSON/],
  ])('with %s causes an error and is not shown', async (_, reply, name, problem) => {
    const { result, toolRegistry, llmClient } = await converse([`Hm. ${reply}`, 'Sorry.']);
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Sorry.', errors: [] });
    expect(toolRegistry.executed).toEqual([]);
    expect(result.toolCalls).toMatchObject([{ name, outcome: { error: expect.stringMatching(problem) } }]);
    expect(llmClient.requests[1]?.messages.at(-1)?.content).toContain(`Error executing tool '${name}': `);
    expect(JSON.stringify(result.messages[1])).not.toContain('tool_call>');
  });

  it('with a broken and a correct block runs the correct one', async () => {
    const reply = `<tool_call>{"name": "echo", "parameters": {"text": "it"s"}}</tool_call>\n${block('echo', { text: 'b' })}`;
    const { result } = await converse([reply, 'Done.']);
    expect(result.toolCalls.map(({ outcome }) => outcome.result)).toEqual([null, 'b']);
  });

  it('that was truncated in a block does not run it', async () => {
    for (const text of ['<tool_call>{"name": "count", "parameters": {"n', 'So <tool_call>']) {
      const { result, toolRegistry } = await converse([{ text, finishReason: 'length' }, 'Done.']);
      expect(toolRegistry.executed).toEqual([]);
      expect(result.toolCalls[0]?.outcome.error).toMatch(/^The reply ends within this call/);
      expect(result.finalResponse).toBe('Done.');
    }
  });

  it.each(['The tag <tool_call> begins a call.', 'a <tool_call and </tool_call> b', 'if (a<b) {c}', ''])(
    'without a block is the answer: %j',
    async (text) => {
      const { result } = await converse([text]);
      expect(result).toMatchObject({ status: 'completed', finalResponse: text, toolCalls: [] });
    },
  );

  it('that invents results is read only up to them', async () => {
    const reply = `${block('count', {})}\n<tool_result name="count">\n5\n</tool_result>\n${block('echo', { text: '5' })}\nFive.`;
    const { result, agent } = await converse([reply, 'One.']);
    expect(result.toolCalls.map(({ name }) => name)).toEqual(['count']);
    expect(JSON.stringify(agent.memory)).not.toMatch(/Five|\b5\b/);
  });
});

// D6
describe('the history', () => {
  it('has results as user messages, one message for each reply', async () => {
    const { llmClient } = await converse([block('count', {}) + block('echo', { text: 'x' }), 'Done.']);
    expect(llmClient.requests[1]?.messages.slice(1)).toEqual([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content:
          '<tool_call>\n{"name": "count", "parameters": {}}\n</tool_call>\n<tool_call>\n{"name": "echo", "parameters": {"text":"x"}}\n</tool_call>',
      },
      {
        role: 'user',
        content:
          '<tool_result name="count">\n1\n</tool_result>\n\n<tool_result name="echo">\nx\n</tool_result>',
      },
    ]);
  });

  it('keeps text in angle brackets that is not part of the protocol', async () => {
    const { llmClient } = await converse([
      block('echo', { text: '<a href="x">&amp;</a> <tool_tip>' }),
      'Done.',
    ]);
    expect(llmClient.requests[1]?.messages.at(-1)?.content).toContain('<a href="x">&amp;</a> <tool_tip>');
  });
});
