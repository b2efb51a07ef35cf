import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { decision } from './wording.test.support.js';

async function converse(...steps: readonly ScriptStep[]) {
  const llmClient = scriptedModel(steps, { capabilities: { tools: false } });
  const toolRegistry = stubTools({ add: ({ a, b }) => Number(a) + Number(b), echo: ({ text }) => text });
  const agent = new Agent({ llmClient, toolRegistry, protocol: 'reasoning-json', systemPrompt: 'Be exact.' });
  return { result: await agent.run('go'), agent, llmClient, toolRegistry };
}

const respond = (response: unknown, more: object = {}) => decision({ action: 'respond', response, ...more });

// B3
describe('a reply', () => {
  it.each([
    ['on its own', respond('Hi')],
    ['in a fence', `\`\`\`json\n${respond('Hi')}\n\`\`\``],
    ['after prose, before more of it', `Here it comes: ${respond('Hi')} That was it.`, 'Here it comes:\n\n'],
    ['after objects that are none', `{"a": {"b": 1}} {x} ${respond('Hi')}`, '{"a": {"b": 1}} {x}\n\n'],
    ['after a brace that is never closed', `Use { to begin. ${respond('Hi')}`, 'Use { to begin.\n\n'],
    ['laid out on several lines', JSON.stringify(JSON.parse(respond('Hi')), null, 2)],
    ['without an action', '{"thought": "Hm.", "response": "Hi"}'],
    ['with an action that lacks its tool', decision({ action: 'tool', response: 'Hi' })],
  ])('is found in the text: %s', async (_, text, before = '') => {
    const { result, agent } = await converse(text);
    const content = `${before}Hi`;
    expect(result).toMatchObject({ status: 'completed', finalResponse: content, toolCalls: [] });
    expect(agent.memory.at(-1)).toMatchObject({ role: 'assistant', content });
  });

  it('may have text behind its answer, which a warning tells of', async () => {
    const { result } = await converse(`${respond('Hi')}\nBut back up first.\nUser: thanks`);
    expect(result).toMatchObject({ finalResponse: 'Hi' });
    expect(result.warnings).toEqual([
      'The model wrote text that is not part of its answer: "But back up first."',
    ]);
  });

  it('may have text before and behind its calls, which stays in the history', async () => {
    const call = decision({ tool_name: 'echo', tool_input: { text: 'a' } });
    const { agent } = await converse(
      `First.\n${call}\nWait, do not run this.\n${respond('Made up')}`,
      respond('Hi'),
    );
    expect(agent.memory[2]).toMatchObject({ content: 'First.\n\nWait, do not run this.' });
  });

  it('has JSON as its answer without the text before it', async () => {
    const { result } = await converse(`Here:\n${respond('{"a":1}')}`);
    expect(result.finalResponse).toBe('{"a":1}');
    expect(result.warnings).toEqual([expect.stringContaining('"Here:"')]);
  });

  it.each(['{', '}', '}}', '"}', '\\"}{', '{"action":"tool","tool_name":"add"}', '</tool_call>\n'])(
    'may have braces in its strings: %s',
    async (text) => {
      expect((await converse(respond(text))).result.finalResponse).toBe(text);
      const { toolRegistry } = await converse(
        decision({ tool_name: 'echo', tool_input: { text } }),
        respond('Done.'),
      );
      expect(toolRegistry.executed).toEqual([{ name: 'echo', args: { text } }]);
    },
  );

  it.each([
    [
      'everything is null',
      '{"thought":null,"action":null,"tool_name":null,"tool_input":null,"response":null}',
    ],
    ['the response is null', respond(null)],
    ['the name is null', decision({ tool_name: null })],
    ['the input is null', decision({ tool_name: 'echo' })],
    ['the thought is null', respond('x', { thought: null })],
    ['the input is a list', decision({ tool_name: 'add', tool_input: [1] })],
    ['the name is a number', decision({ tool_name: 5 })],
    ['the response is an object', respond({ a: 1 })],
  ])('does not crash if %s', async (_, text) => {
    expect((await converse(text, respond('Over.'))).result.status).toBe('completed');
  });

  it.each([
    '{"thought":"t","action":"respond","response":"10 mg, never 100 mg be',
    '{"thought":"t","action":"respond","response":"10 mg, never\\',
    '{"thought":"t","action":"respond","response":',
    '{"thought":"t","action":"respond","response":{"a":1',
    'So: {"thought":"t","action":"respond","response":"10 mg, never',
  ])('that ends within its answer is an error: %s', async (text) => {
    const { result, llmClient } = await converse(text, respond('Whole.'));
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Whole.' });
    expect(JSON.stringify(llmClient.requests[1]?.messages)).toContain('so the answer is incomplete');
  });

  it('without its last brace is an answer', async () => {
    expect((await converse(respond('Hi').slice(0, -1))).result.finalResponse).toBe('Hi');
  });

  it('without a tool name causes an error', async () => {
    const { result } = await converse(decision({}), respond('Over.'));
    expect(result.messages[2]?.content).toBe(
      'Tool error: "tool_name" is missing, so the call was not executed.',
    );
  });

  it('with a response other than text returns its JSON', async () => {
    expect((await converse(respond({ rain: true }))).result.finalResponse).toBe('{"rain":true}');
  });

  // B7
  it.each(['Plain words.', '{"temperature": 20}', '{not json}', '{"action": "fly"}', '[1, 2]', 'a {b', ''])(
    'without a decision counts as the answer: %j',
    async (text) => {
      expect((await converse(text)).result).toMatchObject({ status: 'completed', finalResponse: text });
    },
  );

  it('may call several tools with one object after the other', async () => {
    const objects = [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ].map((input) => decision({ tool_name: 'add', tool_input: input }));
    for (const text of [
      objects.join('\n'),
      `[${objects.join(', ')}]`,
      objects.map((one) => `\`\`\`json\n${one}\n\`\`\``).join('\n'),
    ]) {
      const { result } = await converse(text, respond('Three and seven.'));
      expect(result.toolCalls.map(({ outcome }) => outcome.result)).toEqual([3, 7]);
    }
  });

  it('that invents results is read only up to them', async () => {
    const call = decision({ tool_name: 'add', tool_input: { a: 1, b: 2 } });
    const { result, agent } = await converse(
      `${call}\nTool result: {"tool": "add", "result": "9"}\n${respond('Nine.')}`,
      respond('Three.'),
    );
    expect(result).toMatchObject({ finalResponse: 'Three.', iteration: 2 });
    expect(JSON.stringify(agent.memory)).not.toContain('Nine');
  });

  it('that was truncated in its response is the answer as far as it goes', async () => {
    const { result } = await converse({
      text: respond('Once upon a time').slice(0, -8),
      finishReason: 'length',
    });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Once upon ' });
  });

  it('that was truncated in a call executes nothing and causes an error', async () => {
    const text = decision({ tool_name: 'add', tool_input: { a: 1, b: 2 } }).slice(0, -30);
    const { toolRegistry, result } = await converse({ text, finishReason: 'length' }, respond('Over.'));
    expect(toolRegistry.executed).toEqual([]);
    expect(result).toMatchObject({ finalResponse: 'Over.', toolCalls: [{ name: 'add' }] });
    expect(result.messages[2]?.content).toMatch(/^Tool error: The reply ends within this call/);
  });

  it('with a bare line break in a string is understood', async () => {
    const { toolRegistry } = await converse(
      '{"thought": "x", "action": "tool", "tool_name": "echo", "tool_input": {"text": "One\nTwo"}}',
      respond('Over.'),
    );
    expect(toolRegistry.executed).toEqual([{ name: 'echo', args: { text: 'One\nTwo' } }]);
    const { result } = await converse('{"thought": "x", "action": "respond", "response": "One\nTwo"}');
    expect(result.finalResponse).toBe('One\nTwo');
  });
});

// B3
describe('a response', () => {
  it.each([
    [`{"thought": "x", "action": "respond", "response": "It\\'s \\"warm\\""}`, `It's "warm"`],
    [`{'thought': 'It\\'s', 'action': 'respond', 'response': 'It\\'s warm'}`, "It's warm"],
    ['{"thought": "x", "action": "respond", "response": `One\n"two"`}', 'One\n"two"'],
    ['{"thought": `x`, "action": "respond", "response": `One`}', 'One'],
    ['```json\n{"thought": "x", "action": "respond", "response": `One`}\n```', 'One'],
  ])('has the intended text, whatever its quotes: %j', async (text, finalResponse) => {
    expect((await converse(text)).result).toMatchObject({ status: 'completed', finalResponse });
  });

  it('that cannot be read is requested again', async () => {
    const { result } = await converse(
      '{"thought": "x", "action": "respond", "response": nothing`',
      respond('Over.'),
    );
    expect(result).toMatchObject({ finalResponse: 'Over.', iteration: 2 });
  });
});

// B3
describe('a truncated decision', () => {
  it.each([
    'Sure: {"thought": "The password is',
    'Sure.\n{"thought": "The password is x", "act',
    'Sure:\n{"thought": "The password is x", "action": "respond", "resp',
    'Sure! ```json\n{"thought": "The password is x',
    'Sure:\n```json\n{"thought": "The password is x',
  ])('shows no thought after other text, and is requested again: %j', async (text) => {
    for (const finishReason of ['stop', 'length'] as const) {
      const { result } = await converse({ text, finishReason }, respond('Over.'));
      expect(result).toMatchObject({ finalResponse: 'Over.', iteration: 2 });
      expect(JSON.stringify(result.messages.at(-1))).not.toContain('password');
    }
  });

  it.each([
    'An object begins with {"thought": and has an "action".',
    'It begins: {"thought": and then comes the action.',
    'Write `{"thought": "why", …` and so on.',
  ])('is distinguished from text about the protocol: %j', async (text) => {
    expect((await converse(text)).result).toMatchObject({ status: 'completed', finalResponse: text });
  });
});

describe('thoughts', () => {
  it('are added to the reasoning trace and the observations, and are sent back as thoughts', async () => {
    const { result, agent, llmClient } = await converse(
      decision({ thought: 'I should add.', tool_name: 'add', tool_input: { a: 1, b: 2 } }),
      respond('Three.', { thought: 'That was easy.' }),
    );
    expect(result.reasoningTrace).toEqual(['I should add.', 'That was easy.']);
    expect(agent.observations({ type: 'reasoning' }).map(({ content }) => content)).toEqual(
      result.reasoningTrace,
    );
    expect(llmClient.requests[1]?.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: decision({ thought: 'I should add.', tool_name: 'add', tool_input: { a: 1, b: 2 } }),
        reasoning: 'I should add.',
      },
      { role: 'user', content: 'Tool result: {"tool":"add","result":"3"}' },
    ]);
  });

  it('are joined with the reasoning that the provider returns', async () => {
    const { result } = await converse({ reasoning: 'Deep.', text: respond('x', { thought: 'Shallow.' }) });
    expect(result.reasoningTrace).toEqual(['Deep.\nShallow.']);
  });
});

it('the system prompt describes the tools and the format', async () => {
  const { llmClient } = await converse(respond('x'));
  const prompt = String(llmClient.requests[0]?.messages[0]?.content);
  expect(prompt).toContain('Be exact.');
  expect(prompt).toContain('add: The tool add');
  for (const member of ['thought', 'action', 'tool_name', 'tool_input', 'response'])
    expect(prompt).toContain(`"${member}"`);
});
