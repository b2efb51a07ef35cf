import type { LLMResponse } from '@toolwright/contract';
import { MessageDecoder } from '../providers/anthropic/decode-message.js';
import { ResponseDecoder as GeminiDecoder } from '../providers/google/decode-response.js';
import { ChatDecoder } from '../providers/ollama/decode-chat.js';
import { ChunkDecoder } from '../providers/openai/decode-chunk.js';
import { ResponseDecoder } from '../providers/openai/responses/decode-response.js';
import {
  responseOf,
  message as responsesMessage,
} from '../providers/openai/responses/events.test.support.js';
import { assembleReply } from './assemble-reply.test.support.js';
import type { ReplyDecoder } from './reply-decoder.js';
import { Unread, type Warn } from './unread.js';

const WIRES: Readonly<Record<string, (warn: Warn) => ReplyDecoder>> = {
  chat: (warn) => new ChunkDecoder({ warn }),
  responses: (warn) => new ResponseDecoder('openai', undefined, { redact: (text) => text, warn }),
  anthropic: (warn) => new MessageDecoder(undefined, undefined, warn),
  google: (warn) => new GeminiDecoder('seed', warn),
  ollama: (warn) => new ChatDecoder(warn),
};

const chat = (message: object, more: object = {}) => ({
  choices: [{ index: 0, message: { content: 'ok', ...message }, finish_reason: 'stop', ...more }],
});
const gemini = (...parts: object[]) => ({ candidates: [{ content: { parts }, finishReason: 'STOP' }] });
const picture = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } };
const inlineData = { mimeType: 'image/png', data: 'AA==' };
const anthropic = (...content: object[]) => ({ type: 'message', content, stop_reason: 'end_turn' });

const IMAGE = 'The reply contained an image, which is ignored.';

describe('a reply', () => {
  it.each<[keyof typeof WIRES, object, readonly string[], Partial<LLMResponse>]>([
    ['chat', chat({ images: [picture] }), [IMAGE], { content: 'ok' }],
    ['chat', chat({ content: [picture, { type: 'text', text: 'ok' }] }), [IMAGE], { content: 'ok' }],
    [
      'chat',
      chat({ content: [{ type: 'future' }] }),
      ["The reply contained a part of type 'future', which is ignored."],
      { content: null },
    ],
    [
      'chat',
      chat({ function_call: { name: 'pay', arguments: '{}' } }),
      ["The reply contained a call in the deprecated format 'function_call', which is ignored."],
      { toolCalls: [] },
    ],
    [
      'chat',
      { choices: [...chat({}).choices, { index: 1, message: { tool_calls: [] } }] },
      ['The reply contained another choice with calls, which is ignored.'],
      { content: 'ok' },
    ],
    [
      'chat',
      chat({ tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'look', input: 'raw' } }] }),
      ["The reply contained a call of type 'custom', which is ignored."],
      { toolCalls: [], finishReason: 'stop' },
    ],
    [
      'chat',
      chat({ content: null, audio: { data: 'AA', transcript: 'Spoken.' } }),
      ['The reply contained audio, which is ignored.'],
      { content: 'Spoken.' },
    ],
    [
      'responses',
      responseOf([
        responsesMessage('', { content: [{ type: 'future', text: 'x' }] }),
        { type: 'custom_tool_call', name: 'look', input: 'x' },
        { type: 'image_generation_call', result: 'AA' },
      ]),
      [
        "The reply contained a part of type 'future', which is ignored.",
        "The reply contained an item of type 'custom_tool_call', which is ignored.",
        IMAGE,
      ],
      { content: null },
    ],
    [
      'anthropic',
      anthropic({ type: 'future', data: 'x' }),
      ["The reply contained a block of type 'future', which is ignored."],
      { content: null },
    ],
    ['google', gemini({ text: 'ok' }, { inlineData }), [IMAGE], { content: 'ok' }],
    [
      'google',
      gemini({ codeExecutionResult: { output: '1' } }, { future: {} }),
      [
        'The reply contained the output of code that the provider ran, which is ignored.',
        "The reply contained a part of type 'future', which is ignored.",
      ],
      { content: null },
    ],
    [
      'google',
      { candidates: [...gemini({ text: 'ok' }).candidates, {}] },
      ['The reply contained another candidate, which is ignored.'],
      { content: 'ok' },
    ],
    [
      'google',
      {
        candidates: [
          { ...gemini({ text: 'x' }).candidates[0], finishReason: 'SAFETY', finishMessage: 'Why.' },
        ],
      },
      ['The provider ended the reply with SAFETY: Why.'],
      { content: 'x' },
    ],
    ['ollama', { message: { content: 'ok', images: ['AA'] }, done: true }, [IMAGE], { content: 'ok' }],
    ['ollama', { image: 'AA', done: true }, [IMAGE], { content: null }],
  ])('of %s names what is not read: %j', (wire, body, warnings, expected) => {
    const told: string[] = [];
    const decoder = WIRES[wire]?.((message) => told.push(message)) as ReplyDecoder;
    expect(assembleReply(body, decoder)).toMatchObject(expected);
    expect(told).toEqual(warnings);
  });

  it.each<[object, Partial<LLMResponse>]>([
    [chat({ content: [{ type: 'refusal', refusal: 'No.' }] }), { content: null, refusal: 'No.' }],
    [
      chat({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }, 'ok'] }),
      { content: 'ok', reasoning: 'Hm.' },
    ],
    [chat({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] }), { reasoning: 'Hm.' }],
    [
      chat({ reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] }),
      { reasoning: 'Hm.' },
    ],
    [{ choices: [{ index: 0, text: 'Old.', finish_reason: 'stop' }] }, { content: 'Old.' }],
    [chat({ annotations: [{ type: 'url_citation' }] }), { content: 'ok' }],
  ])('is read without a warning: %j', (body, expected) => {
    const told: string[] = [];
    const decoder = new ChunkDecoder({ warn: (message) => told.push(message) });
    expect(assembleReply(body, decoder)).toMatchObject(expected);
    expect(told).toEqual([]);
  });
});

it('reports each kind once, and no more than twenty', () => {
  const told: string[] = [];
  const unread = new Unread((message) => told.push(message));
  for (let count = 0; count < 100; count++) unread.addType('a part', `t${count % 50}`);
  expect(told).toHaveLength(20);
});
