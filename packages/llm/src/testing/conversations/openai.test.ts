import { describeConversations } from './describe-conversations.test.support.js';

describeConversations({ provider: 'openai', model: 'gpt-4o', path: '/v1' });
