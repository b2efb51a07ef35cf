import { eventsOf, message, responseOf, wire } from '../openai/responses/events.test.support.js';
import { completion, SSE, streamOf } from '../raw-server.test.support.js';
import { describeChaos } from './chaos.test.support.js';

const lastContent = (list: unknown): string => {
  // The client sends what the suite asks.
  const messages = list as readonly { readonly content: string }[];
  return messages.at(-1)?.content ?? '';
};

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
