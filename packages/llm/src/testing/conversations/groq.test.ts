import { describeConversations } from './describe-conversations.test.support.js';

describeConversations({
  provider: 'groq',
  model: 'meta-llama/llama-4-scout-17b-16e-instruct',
  path: '',
  gaps: ['stream-usage'],
});
