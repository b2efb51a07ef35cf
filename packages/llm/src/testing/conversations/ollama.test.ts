import { describeConversations } from './describe-conversations.test.support.js';

describeConversations({
  provider: 'ollama',
  model: 'llama4',
  path: '',
  gaps: ['call-ids', 'reasoning', 'usage', 'finish-reasons'],
  fetchesImages: true,
});
