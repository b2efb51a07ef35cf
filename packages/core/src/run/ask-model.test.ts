import {
  type AgentEvent,
  type LLMProvider,
  type LLMResponse,
  unknownToolMessage,
} from '@toolwright/contract';
import { createClient } from '@toolwright/llm';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';

const answering = (...values: readonly unknown[]): LLMProvider => {
  const waiting = [...values];
  // As plain JavaScript may do.
  return { provider: 'mine', generate: () => Promise.resolve(waiting.shift() as LLMResponse) };
};
const call = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '{}' } });

// B2
describe('a custom provider', () => {
  it.each<[unknown, string]>([
    [undefined, "The model client 'mine' returned undefined from 'generate'; expected an LLMResponse."],
    ['Hello.', 'returned "Hello."'],
    [{}, "returned {} from 'generate'; expected an LLMResponse, which has content or toolCalls."],
    [{ text: 'Hello.' }, 'returned {"text":"Hello."}'],
    [new Error('no connection'), "returned the error 'no connection' from 'generate'"],
    [{ content: 5 }, "returned the content 5 from 'generate'; expected a string or null."],
    [{ content: null, toolCalls: {} }, 'returned the toolCalls {}'],
    [{ content: null, toolCalls: [{ name: 'look' }] }, 'returned the tool call {"name":"look"}'],
    [{ content: null, toolCalls: new Array(2) }, 'returned the tool call undefined'],
  ])('that returns %j fails the run with an error that says what was expected', async (value, message) => {
    const result = await new Agent({ llmClient: answering(value) }).run('Hi');
    expect(result).toMatchObject({ status: 'error', errorCode: 'INVALID_RESPONSE' });
    expect(result.errors[0]).toContain(message);
  });

  it.each<[unknown, string]>([
    [undefined, "returned undefined from 'stream'; expected an async iterable"],
    [[undefined], "returned undefined from 'stream'; expected an LLMDelta"],
    [[{ type: 'text-delta' }], `returned {"type":"text-delta"} from 'stream'; expected a string as its text`],
    [[{ type: 'reasoning-delta', text: 5 }], "from 'stream'; expected a string as its text"],
    [
      [{ type: 'tool-call-delta', name: 'look', arguments: {} }],
      'expected an id, a name and arguments that are strings',
    ],
  ])('that streams %j fails the run with an error that says what was expected', async (value, message) => {
    const llmClient: LLMProvider = { ...answering(), stream: () => value as never }; // as plain JavaScript may do
    const result = await new Agent({ llmClient }).runStream('Hi').result;
    expect(result).toMatchObject({ status: 'error', errorCode: 'INVALID_RESPONSE' });
    expect(result.errors[0]).toContain(message);
  });

  it('may omit empty fields', async () => {
    const result = await new Agent({ llmClient: answering({ content: 'Hello.' }) }).run('Hi');
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Hello.' });
  });
});

// B3
describe('a native call', () => {
  const done = { content: 'Done.', toolCalls: [], finishReason: 'stop' };

  it('without a name causes an error, and the run continues', async () => {
    const toolRegistry = stubTools({ look: () => 'seen' });
    const calls = {
      content: null,
      toolCalls: [call('a', ''), call('b', 'look')],
      finishReason: 'tool-calls',
    };
    const agent = new Agent({ llmClient: answering(calls, done), toolRegistry });
    expect(await agent.run('Look.')).toMatchObject({
      status: 'completed',
      toolCalls: [{ outcome: { error: unknownToolMessage('', ['look']) } }, { name: 'look' }],
    });
    expect(agent.memory[1]).toMatchObject({ tool_calls: [{ function: { name: 'unknown' } }, {}] });
  });

  it.each(['look', ''])('gets an id of its own, also in a reply that is not streamed: %j', async (second) => {
    const bodies = [
      {
        choices: [
          {
            message: { content: null, tool_calls: [call('same', 'look'), call('same', second)] },
            finish_reason: 'tool_calls',
          },
        ],
      },
      { choices: [{ message: { content: 'Done.' }, finish_reason: 'stop' }] },
    ];
    const fetch = () => Promise.resolve(Response.json(bodies.shift()));
    const llmClient = createClient({ provider: 'openai', model: 'gpt-x', apiKey: 'key', runtime: { fetch } });
    const toolRegistry = stubTools({ look: () => 'seen' });
    const result = await new Agent({ llmClient, toolRegistry }).run('Look.');
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Done.' });
    expect(new Set(result.toolCalls.map(({ callId }) => callId)).size).toBe(2);
    expect(toolRegistry.executed).toHaveLength(second === 'look' ? 2 : 1);
  });
});

it('an unsupported option is reported once per run', async () => {
  const body = () => ({
    choices: [{ message: { content: null, tool_calls: [call('', 'look')] }, finish_reason: 'tool_calls' }],
  });
  const fetch = () => Promise.resolve(Response.json(body()));
  const llmClient = createClient({ provider: 'openai', model: 'gpt-4.1', apiKey: 'key', runtime: { fetch } });
  const events: AgentEvent[] = [];
  const logger = { log: (event: AgentEvent) => events.push(event) };
  const toolRegistry = stubTools({ look: () => 'seen' });
  const agent = new Agent({ llmClient, toolRegistry, logger, reasoningEffort: 'high', maxIterations: 3 });
  await agent.run('Look.');
  expect(events.filter(({ type }) => type === 'llm-call')).toHaveLength(3);
  expect(events.filter(({ type }) => type === 'warning')).toHaveLength(1);
});

it('a tool that returns an async iterable causes an error with an explanation', async () => {
  const numbers = { async *[Symbol.asyncIterator]() {} };
  const toolRegistry = stubTools({ look: () => numbers });
  const llmClient = scriptedModel([{ toolCalls: [{ name: 'look' }] }, 'Well.']);
  const { toolCalls } = await new Agent({ llmClient, toolRegistry }).run('Look.');
  expect(toolCalls[0]?.outcome.error).toContain('returned an async iterable');
});

it('changes that a logger or a caller makes to events and results do not reach the model', async () => {
  const logger = {
    log(event: AgentEvent) {
      if (event.type === 'message') Reflect.set(event.message, 'content', 'forged');
      if (event.type === 'tool-result') Reflect.set(Object(event.outcome.result), 'at', 'forged');
      if (event.type === 'tool-result') Reflect.set(event.outcome, 'result', 'forged');
      if (event.type === 'run-end') Reflect.set(event.result.messages, 0, 'forged');
    },
  };
  const toolRegistry = stubTools({ look: () => ({ at: 'home' }) });
  const llmClient = scriptedModel([{ toolCalls: [{ name: 'look' }] }, 'Well.', 'Again.']);
  const agent = new Agent({ llmClient, toolRegistry, logger });
  const { messages } = await agent.run('Look.');
  for (const message of messages) expect(Reflect.set(message, 'content', 'forged')).toBe(false);
  await agent.run('And?');
  expect(JSON.stringify([llmClient.requests, agent.memory])).not.toContain('forged');
});
