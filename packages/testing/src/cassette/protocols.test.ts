// L3
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LLMDelta, LLMNotice, LLMProvider, Message } from '@toolwright/contract';
import {
  KEY,
  PIXEL,
  Stage,
  type Subject,
  weather,
} from '../../../llm/src/testing/conversations/stage.test.support.js';
import { recordModel, replayModel } from '../index.js';

const SUBJECTS: readonly (Subject & { readonly name: string })[] = [
  { name: 'chat completions', provider: 'openai', api: 'chat', model: 'gpt-4o', path: '/v1' },
  { name: 'responses', provider: 'openai', api: 'responses', model: 'gpt-5-mini', path: '/v1' },
  { name: 'Anthropic', provider: 'anthropic', model: 'claude-opus-4-8', path: '' },
  { name: 'Gemini', provider: 'google', model: 'gemini-3.8-flash', path: '' },
  { name: 'Ollama', provider: 'ollama', model: 'llama4', path: '' },
];

const folder = mkdtempSync(path.join(tmpdir(), 'cassette-'));

interface Answers {
  readonly replies: readonly unknown[];
  readonly deltas: readonly LLMDelta[];
  readonly notices: readonly LLMNotice[];
}

/** Two requests, the second with the call of the first and its result; then a request that fails once. */
async function converse(client: LLMProvider, way: 'generate' | 'stream'): Promise<Answers> {
  const deltas: LLMDelta[] = [];
  const notices: LLMNotice[] = [];
  const options = { onEvent: (notice: LLMNotice) => notices.push(notice) };
  const ask = async (messages: readonly Message[]) => {
    if (way === 'generate') return client.generate(messages, [weather], options);
    const own: LLMDelta[] = [];
    for await (const delta of client.stream?.(messages, [weather], options) ?? []) own.push(delta);
    deltas.push(...own);
    return own;
  };
  const question: Message = { role: 'user', content: 'Oslo' };
  const call = {
    id: 'call_1',
    type: 'function',
    function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
  } as const;
  const replies = [
    await ask([question]),
    await ask([
      question,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    ]),
    await ask([{ role: 'user', content: 'Fail' }]),
  ];
  return { replies, deltas, notices };
}

describe.each(SUBJECTS)('$name', ({ name, ...subject }) => {
  it.each(['generate', 'stream'] as const)('is replayed as it was recorded: %s', async (way) => {
    const file = path.join(folder, `${name} ${way}.json`);
    const again = path.join(folder, `${name} ${way} again.json`);
    const stage = new Stage(subject);
    await stage.open();
    const script = (): void => {
      stage.clear();
      stage.mock.on({ userMessage: 'Oslo', hasToolResult: true }, { content: 'It rains.', id: 'fixed' });
      stage.mock.on(
        { userMessage: 'Oslo' },
        {
          content: 'Let me see.',
          id: 'fixed',
          toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' }],
        },
      );
      const error = { message: `Overloaded, ${KEY}`, type: 'rate_limit' };
      stage.mock.on({ userMessage: 'Fail', sequenceIndex: 0 }, { error, status: 429, retryAfter: 1 });
      stage.mock.on({ userMessage: 'Fail', sequenceIndex: 1 }, { content: 'Now.' });
    };
    let count = 0;
    const client = (): LLMProvider => {
      count = 0;
      return stage.client({ runtime: { random: () => ++count / 2 ** 20, sleep: async () => undefined } });
    };
    script();
    const recorded = await converse(recordModel(client(), file, { record: 'new' }), way);
    const requests = stage.sent.length;
    expect(requests).toBe(4);
    // Everything is in the cassette, so that nothing is sent.
    await converse(recordModel(client(), file, { record: 'new' }), way);
    expect(stage.sent.length).toBe(requests);
    script();
    await converse(recordModel(client(), again, { record: 'all' }), way);
    const later = client();
    await stage.close();

    const untouched = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new Error('A request was sent.'));
    try {
      expect(await converse(replayModel(file), way)).toEqual(recorded);
      expect(await converse(replayModel(later, file), way)).toEqual(recorded);
    } finally {
      globalThis.fetch = untouched;
    }
    expect(recorded.notices).toContainEqual(expect.objectContaining({ type: 'retry' }));
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(KEY);
    expect(text).toContain('It rains.');
    expect(text).not.toMatch(/127\.0\.0\.1:\d/);
    expect(neutral(readFileSync(again, 'utf8'))).toBe(neutral(text));
  });
});

/** Without what the scripted server invents for each reply. */
function neutral(text: string): string {
  return text
    .replace(/\b(?:chatcmpl|resp|msg|item|fc|rs|call|toolu|gen|req)[-_][\w-]+/g, 'ID')
    .replace(/encrypted_content..:..[\w=]+/g, 'THOUGHT')
    .replace(/"check": "\w+"/g, '')
    .replace(/\\"(?:created|created_at|createTime)\\":(?:\d+|\\"[^"]*\\")/g, 'TIME');
}

it('records bytes in requests as their hash, and finds them again', async () => {
  const file = path.join(folder, 'bytes.json');
  const stage = new Stage({ provider: 'openai', api: 'chat', model: 'gpt-4o', path: '/v1' });
  await stage.open();
  stage.mock.on({ userMessage: 'Look' }, { content: 'A pixel.' });
  const look = (url: string): readonly Message[] => [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ];
  const image = `data:image/png;base64,${PIXEL}`;
  await recordModel(stage.client(), file, { record: 'new' }).generate(look(image), [], {});
  await stage.close();
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(PIXEL);
  expect(text).toMatch(/\[image\/png, 70 bytes, sha256 [\da-f]{64}\]/);
  expect((await replayModel(file).generate(look(image), [], {})).content).toBe('A pixel.');
  await expect(
    replayModel(file).generate(look(image.replace('iVBOR', 'iVBOS')), [], {}),
  ).rejects.toMatchObject({
    code: 'STALE_CASSETTE',
    message: expect.stringContaining('message 1 (user)'),
  });
});
