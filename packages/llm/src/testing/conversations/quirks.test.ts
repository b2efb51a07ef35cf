import type { GenerateOptions, Message } from '@toolwright/contract';
import { createClient } from '../../client/create-client.js';
import { sharedRawServer } from '../raw-server.test.support.js';
import { answerOf, RAW_SUBJECTS, type RawSubject } from './raw-subjects.test.support.js';

const server = sharedRawServer();

type Name = keyof typeof RAW_SUBJECTS;

async function sent(name: Name, messages: readonly Message[], options: GenerateOptions = {}, model?: string) {
  const subject: RawSubject = RAW_SUBJECTS[name];
  server.respond(answerOf({ ...subject, question: () => 'ok' }));
  const client = createClient({
    ...subject.config,
    ...(model !== undefined && { model }),
    apiKey: 'k',
    baseUrl: server.url.replace(/\/v1$/, subject.path),
    timeouts: { totalMs: 5000 },
  });
  await client.generate(messages, [], options);
  return server.requests[0]?.body ?? {};
}

const call = (id: string, city: string) =>
  ({
    id,
    type: 'function',
    function: { name: 'weather', arguments: JSON.stringify({ city }) },
  }) as const;
const CONVERSATION: readonly Message[] = [
  { role: 'developer', content: 'Be brief.' },
  { role: 'user', content: 'Rain?' },
  { role: 'assistant', content: '', tool_calls: [call('a', 'Oslo'), call('b', 'Rome')] },
  { role: 'tool', tool_call_id: 'a', content: 'wet' },
  { role: 'tool', tool_call_id: 'b', content: 'dry' },
];

/** Chat completions: messages in order, without roles that other servers do not know, and null beside calls. */
const CHAT = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Rain?' },
    { role: 'assistant', content: null, tool_calls: [call('a', 'Oslo'), call('b', 'Rome')] },
    { role: 'tool', tool_call_id: 'a', content: 'wet' },
    { role: 'tool', tool_call_id: 'b', content: 'dry' },
  ],
};

/** The same for APIs with another shape. */
const OTHERS: Partial<Record<Name, object>> = {
  googleCompatible: { messages: [CHAT.messages[0], CHAT.messages[1], {}, {}, {}] },
  responses: {
    input: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Rain?' },
      { type: 'function_call', call_id: 'a', name: 'weather', arguments: '{"city":"Oslo"}' },
      { type: 'function_call', call_id: 'b', name: 'weather', arguments: '{"city":"Rome"}' },
      { type: 'function_call_output', call_id: 'a', output: 'wet' },
      { type: 'function_call_output', call_id: 'b', output: 'dry' },
    ],
  },
  anthropic: {
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Rain?', cache_control: { type: 'ephemeral' } }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'weather', input: { city: 'Oslo' } },
          { type: 'tool_use', id: 'b', name: 'weather', input: { city: 'Rome' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'wet' },
          {
            type: 'tool_result',
            tool_use_id: 'b',
            content: 'dry',
            cache_control: { type: 'ephemeral' },
          },
        ],
      },
    ],
  },
  google: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'Rain?' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'weather', args: { city: 'Oslo' } } },
          { functionCall: { name: 'weather', args: { city: 'Rome' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'weather', response: { output: 'wet' } } },
          { functionResponse: { id: 'b', name: 'weather', response: { output: 'dry' } } },
        ],
      },
    ],
  },
  ollama: {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Rain?' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { function: { name: 'weather', arguments: { city: 'Oslo' } } },
          { function: { name: 'weather', arguments: { city: 'Rome' } } },
        ],
      },
      { role: 'tool', tool_name: 'weather', content: 'wet' },
      { role: 'tool', tool_name: 'weather', content: 'dry' },
    ],
  },
};

// D6
describe('a system prompt, parallel calls without text, and their results', () => {
  // `Object.keys` widens the names to `string`.
  it.each(Object.keys(RAW_SUBJECTS) as Name[])('are sent to %s in its own format', async (name) => {
    expect(await sent(name, CONVERSATION)).toMatchObject(OTHERS[name] ?? CHAT);
  });
});

// A12
describe('a limit of tokens and a reasoning effort', () => {
  const asked: GenerateOptions = { maxTokens: 4000, reasoningEffort: 'low' };

  it.each<[Name, string, object]>([
    ['chat', 'gpt-5-mini', { max_completion_tokens: 4000, reasoning_effort: 'low' }],
    ['chat', 'gpt-4o', { max_tokens: 4000, reasoning_effort: undefined }],
    ['responses', 'gpt-5-mini', { max_output_tokens: 4000, reasoning: { effort: 'low' } }],
    ['anthropic', 'claude-opus-4-8', { max_tokens: 4000, output_config: { effort: 'low' } }],
    [
      'anthropic',
      'claude-haiku-4-5',
      { max_tokens: 4000, thinking: { type: 'enabled', budget_tokens: 1024 } },
    ],
    [
      'google',
      'gemini-3.6-flash',
      { generationConfig: { maxOutputTokens: 4000, thinkingConfig: { thinkingLevel: 'LOW' } } },
    ],
    [
      'google',
      'gemini-2.5-flash',
      { generationConfig: { maxOutputTokens: 4000, thinkingConfig: { thinkingBudget: 1024 } } },
    ],
    ['googleCompatible', 'gemini-3.6-flash', { max_tokens: 4000, reasoning_effort: 'low' }],
    ['groq', 'openai/gpt-oss-20b', { max_completion_tokens: 4000, reasoning_effort: 'low' }],
    ['ollama', 'gpt-oss', { options: { num_predict: 4000 }, think: 'low' }],
    ['ollama', 'qwen3', { options: { num_predict: 4000 }, think: true }],
  ])('are sent to %s, %s, under its own names', async (name, model, expected) => {
    const body = await sent(name, [{ role: 'user', content: 'Think.' }], asked, model);
    expect({ reasoning_effort: undefined, ...body }).toMatchObject(expected);
  });
});
