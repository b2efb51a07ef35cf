import { describeChaos } from '../conversations/chaos.test.support.js';
import { completion, SSE, streamOf } from '../raw-server.test.support.js';

describeChaos({
  config: { provider: 'openai-compatible', model: 'gpt-4o' },
  requests: 1000,
  atOnce: 50,
  path: '/v1',
  streamType: SSE['content-type'],
  // The client sends what the suite asks.
  question: ({ messages }) => Object(Object(messages)[0]).content,
  whole: (content) => completion({ content }),
  stream: (text) => streamOf([...text].map((content) => ({ content }))).split(/(?<=\n\n)/),
  malformed: 'data: {"choices":[{"delta":{\n\n',
});
