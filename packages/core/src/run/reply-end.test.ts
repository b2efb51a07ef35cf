import type { LLMConfig } from '@toolwright/llm';
import { createClient } from '@toolwright/llm';
import { type ScriptReply, scriptedModel } from '@toolwright/llm/testing';
import { Prompt } from '@toolwright/prompts';
import { ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import { agentCall } from '../agent-call/agent-call.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect } from './collect.test.support.js';

/** A reply with one call of `pay` that ends with this word; `null` for the text 'Done.' instead of the call. */
type Body = (word: string, hasCall: boolean) => object;

const chat: Body = (word, hasCall) => ({
  choices: [
    {
      index: 0,
      message: hasCall
        ? {
            content: null,
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'pay', arguments: '{"sum":3}' } }],
          }
        : { content: 'Done.' },
      finish_reason: word,
    },
  ],
});
const gemini: Body = (word, hasCall) => ({
  candidates: [
    {
      content: {
        role: 'model',
        parts: [hasCall ? { functionCall: { name: 'pay', args: { sum: 3 } } } : { text: 'Done.' }],
      },
      finishReason: word,
    },
  ],
});
const anthropic: Body = (word, hasCall) => ({
  type: 'message',
  role: 'assistant',
  content: [
    hasCall ? { type: 'tool_use', id: 'c', name: 'pay', input: { sum: 3 } } : { type: 'text', text: 'Done.' },
  ],
  stop_reason: word,
});
const responses: Body = (word, hasCall) => ({
  id: 'r',
  ...(word === 'content_filter'
    ? { status: 'incomplete', incomplete_details: { reason: word } }
    : { status: word }),
  output: [
    hasCall
      ? { type: 'function_call', id: 'f', call_id: 'c', name: 'pay', arguments: '{"sum":3}' }
      : { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
  ],
});
const ollama: Body = (word, hasCall) => ({
  message: hasCall
    ? { tool_calls: [{ function: { name: 'pay', arguments: { sum: 3 } } }] }
    : { content: 'Done.' },
  done: true,
  done_reason: word,
});

const BODIES = { chat, gemini, anthropic, responses, ollama };
const CONFIGS: Record<keyof typeof BODIES, LLMConfig> = {
  chat: { provider: 'openai-compatible', model: 'm', baseUrl: 'http://model.test/v1' },
  gemini: { provider: 'google', model: 'gemini-2.5-flash' },
  anthropic: { provider: 'anthropic', model: 'claude-x' },
  responses: { provider: 'openai', model: 'gpt-5-mini', api: 'responses' },
  ollama: { provider: 'ollama', model: 'm' },
};

/** A run against a server whose replies end with these words; the first one calls `pay`. */
async function runWith(wire: keyof typeof BODIES, words: readonly string[], hasCall = true) {
  let next = 0;
  const fetch = () => {
    const word = words[Math.min(next, words.length - 1)] ?? '';
    next++;
    return Promise.resolve(Response.json(BODIES[wire](word, hasCall && next === 1)));
  };
  const config = { apiKey: 'key', retries: { maxRetries: 0 }, runtime: { fetch }, ...CONFIGS[wire] };
  const toolRegistry = stubTools({ pay: () => 'paid' });
  const llmClient = createClient({ ...config, capabilities: { tools: true } });
  const result = await new Agent({ llmClient, toolRegistry }).run('Go.');
  return { result, executed: toolRegistry.executed };
}

// H9
describe('a reply that its provider rejects', () => {
  it.each([
    ['gemini', 'UNEXPECTED_TOOL_CALL', 'INVALID_RESPONSE'],
    ['gemini', 'MALFORMED_FUNCTION_CALL', 'INVALID_RESPONSE'],
    ['gemini', 'SAFETY', 'CONTENT_FILTER'],
    ['gemini', 'NEW_REASON', 'INVALID_RESPONSE'],
    ['gemini', 'OTHER', 'INVALID_RESPONSE'],
    ['chat', 'content_filter', 'CONTENT_FILTER'],
    ['chat', 'content_filter: SAFETY', 'CONTENT_FILTER'],
    ['chat', 'error', 'INVALID_RESPONSE'],
    ['chat', 'function_call_filter: MALFORMED_FUNCTION_CALL', 'INVALID_RESPONSE'],
    ['anthropic', 'refusal', 'CONTENT_FILTER'],
    ['anthropic', 'new_reason', 'INVALID_RESPONSE'],
    ['responses', 'content_filter', 'CONTENT_FILTER'],
    ['responses', 'new_status', 'INVALID_RESPONSE'],
    ['ollama', 'unload', 'INVALID_RESPONSE'],
  ] as const)(
    'executes none of its calls, and the error has the word: %s, %s',
    async (wire, word, errorCode) => {
      const { result, executed } = await runWith(wire, [word]);
      expect(executed).toEqual([]);
      expect(result).toMatchObject({ status: 'error', errorCode, finalResponse: '', toolCalls: [] });
      expect(result.errors[0]).toContain(word);
      expect(result.errors[0]).toContain("'pay'");
      expect(result.finishReason).toBe(errorCode === 'CONTENT_FILTER' ? 'content-filter' : word);
    },
  );

  it('is no answer if it failed, and shows what was written', async () => {
    const { result } = await runWith('chat', ['error'], false);
    expect(result).toMatchObject({ status: 'error', lastReply: 'Done.', finishReason: 'error' });
    expect(result.errors).toEqual(['The provider reports that its reply failed (error).']);
  });

  it('ends a run whose calls are written as text, too', async () => {
    const toolRegistry = stubTools({ pay: () => 'paid' });
    const text = '<tool_call>{"name":"pay","parameters":{}}</tool_call>';
    const llmClient = scriptedModel([{ text, finishReason: 'content-filter', rawFinishReason: 'SAFETY' }]);
    const result = await new Agent({ llmClient, toolRegistry, protocol: 'xml' }).run('Go.');
    expect(result).toMatchObject({ status: 'error', errorCode: 'CONTENT_FILTER' });
    expect(toolRegistry.executed).toEqual([]);
  });
});

// H9
describe('a reply that ends normally', () => {
  it.each([
    ['chat', 'tool_calls', 'stop', 'stop'],
    ['chat', 'eos', 'eos_token', 'stop'],
    ['chat', 'finished', 'finished', 'finished'],
    ['chat', 'length', 'stop', 'stop'],
    ['gemini', 'STOP', 'STOP', 'stop'],
    ['anthropic', 'tool_use', 'end_turn', 'stop'],
    ['responses', 'completed', 'completed', 'stop'],
    ['ollama', 'stop', 'stop', 'stop'],
  ] as const)('executes its calls: %s, %s', async (wire, first, second, finishReason) => {
    const { result, executed } = await runWith(wire, [first, second]);
    expect(executed).toHaveLength(1);
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Done.', finishReason, warnings: [] });
  });
});

// H9
describe('an answer that is cut, empty or doubtful', () => {
  it.each<[ScriptReply, object]>([
    [
      { text: 'Transfer 1', finishReason: 'length' },
      { finishReason: 'length', warnings: ['The answer was truncated at the token limit.'] },
    ],
    [
      { text: 'Transfer 1', finishReason: 'content-filter', rawFinishReason: 'SAFETY' },
      {
        finishReason: 'content-filter',
        warnings: ["The answer was truncated by the provider's content filter (SAFETY)."],
      },
    ],
    [
      { text: 'Transfer 1', finishReason: 'other', rawFinishReason: 'NEW_REASON', rejected: 'calls' },
      {
        finishReason: 'NEW_REASON',
        warnings: ["The answer may be incomplete: the provider ended it with 'NEW_REASON'."],
      },
    ],
    [{ text: '' }, { finishReason: 'stop', warnings: ['The model returned an empty answer.'] }],
  ])('is completed with a warning: %j', async (reply, expected) => {
    for (const stream of [false, true]) {
      const agent = new Agent({ llmClient: scriptedModel([reply]) });
      const run = agent.runStream('Hi', { stream });
      const events = await collect(run);
      const { warnings } = await run.result;
      expect(await run.result).toMatchObject({ status: 'completed', ...expected });
      const told = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
      expect(told).toEqual(warnings);
    }
  });

  it.each<[ScriptReply, string]>([
    [{ finishReason: 'tool-calls' }, 'The reply is empty: the provider announced tool calls but sent none.'],
    [
      { finishReason: 'other', rawFinishReason: 'NEW_REASON', rejected: 'calls' },
      "The reply is empty: the provider ended it with 'NEW_REASON'.",
    ],
  ])('is an error if the provider did not end it, and it says nothing: %j', async (reply, error) => {
    const result = await new Agent({ llmClient: scriptedModel([reply]) }).run('Hi');
    expect(result).toMatchObject({ status: 'error', errorCode: 'INVALID_RESPONSE', errors: [error] });
  });

  it('is marked for the model that asked a sub-agent', async () => {
    const helper = new Agent({
      name: 'helper',
      llmClient: scriptedModel([{ text: 'Transfer 1', finishReason: 'length' }]),
    });
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'helper', arguments: { task: 'x' } }] }, 'Ok.']);
    await new Agent({ llmClient, toolRegistry: new ToolRegistry().register(helper.asTool()) }).run('Hi');
    expect(llmClient.requests[1]?.messages.at(-1)?.content).toBe(
      'Transfer 1\n\n(helper: The answer was truncated at the token limit.)',
    );
  });

  it('has its warning in the result of an agent call', async () => {
    const prompt = new Prompt({ template: 'Hi' });
    const llmClient = scriptedModel([{ text: 'Transfer 1', finishReason: 'length' }]);
    const { finishReason, warnings } = await agentCall({ llmClient, prompt });
    expect({ finishReason, warnings }).toEqual({
      finishReason: 'length',
      warnings: [{ path: '', message: 'The answer was truncated at the token limit.' }],
    });
  });
});

describe('a refusal of the model', () => {
  it('executes none of the calls beside it', async () => {
    const toolRegistry = stubTools({ pay: () => 'paid' });
    const llmClient = scriptedModel([
      { refusal: 'I will not.', toolCalls: [{ name: 'pay', arguments: {} }] },
    ]);
    const result = await new Agent({ llmClient, toolRegistry }).run('Go.');
    expect(toolRegistry.executed).toEqual([]);
    expect(result).toMatchObject({
      status: 'error',
      errorCode: 'CONTENT_FILTER',
      errors: ["The model refused (I will not.), so its calls were not executed: 'pay'."],
    });
  });

  it.each([undefined, 'Sure.'])('is quoted in a warning, beside the text %s', async (text) => {
    const reply = { refusal: 'I will not.', ...(text !== undefined && { text }) };
    const result = await new Agent({ llmClient: scriptedModel([reply]) }).run('Go.');
    expect(result).toMatchObject({
      status: 'completed',
      finalResponse: text ?? 'I will not.',
      warnings: ['The model refused: I will not.'],
    });
  });
});
