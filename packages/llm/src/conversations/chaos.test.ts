import * as claude from '../anthropic/events.test.support.js';
import * as gemini from '../google/responses.test.support.js';
import { eventsOf, message, responseOf, wire } from '../openai/responses/events.test.support.js';
import { completion, SSE, streamOf } from '../raw-server.test.support.js';
import { describeChaos } from './chaos.test.support.js';

const lastOf = (list: unknown): Record<string, unknown> => Object(Array.isArray(list) ? list.at(-1) : {});
const lastContent = (list: unknown): string => String(lastOf(list).content);

describeChaos({
  config: { provider: 'openai', api: 'responses', model: 'gpt-5-mini', apiKey: 'k' },
  path: '/v1',
  streamType: SSE['content-type'],
  question: ({ input }) => lastContent(input),
  whole: (text) => JSON.stringify(responseOf([message(text)])),
  stream: (text) => eventsOf([message(text)]).map((event) => wire([event])),
  malformed: 'event: response.created\ndata: {"type":"resp\n\n',
});

describeChaos({
  config: { provider: 'groq', model: 'llama-3.1-8b-instant', apiKey: 'k' },
  path: '',
  streamType: SSE['content-type'],
  question: ({ messages }) => lastContent(messages),
  whole: (text) => completion({ content: text }),
  stream: (text) => streamOf([...text].map((content) => ({ content }))).split(/(?<=\n\n)/),
  malformed: 'data: {"choices":[{"delta":{\n\n',
});

describeChaos({
  config: { provider: 'ollama', model: 'llama3.2' },
  path: '',
  streamType: 'application/x-ndjson',
  question: ({ messages }) => lastContent(messages),
  whole: (text) => JSON.stringify({ message: { role: 'assistant', content: text }, done: true }),
  stream: (text) => [
    ...[...text].map((content) => `${JSON.stringify({ message: { content }, done: false })}\n`),
    `${JSON.stringify({ message: { content: '' }, done: true, done_reason: 'stop' })}\n`,
  ],
  malformed: '{"message":{"cont\n',
});

describeChaos({
  config: { provider: 'anthropic', model: 'claude-opus-4-8', apiKey: 'k' },
  path: '',
  streamType: SSE['content-type'],
  // Content is a list of blocks, the text in the first.
  question: ({ messages }) => Object(Object(lastOf(messages).content)[0]).text,
  whole: (text) => JSON.stringify(claude.message([{ type: 'text', text }])),
  stream: (text) => claude.streamOf([{ type: 'text', text }]).split(/(?<=\n\n)/),
  malformed: 'event: message_start\ndata: {"type":"message_st\n\n',
});

describeChaos({
  config: { provider: 'google', model: 'gemini-3.6-flash', apiKey: 'k' },
  path: '',
  streamType: SSE['content-type'],
  question: ({ contents }) => Object(Object(lastOf(contents).parts)[0]).text,
  streams: ({ url }) => url.includes('streamGenerateContent'),
  whole: (text) => JSON.stringify(gemini.response([{ text }], 'STOP')),
  stream: (text) => gemini.streamOf([{ text }], 'STOP', 1).split(/(?<=\n\n)/),
  malformed: 'data: {"candidates":[{"cont\n\n',
});
