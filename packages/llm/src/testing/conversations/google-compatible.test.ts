import { describeConversations } from './describe-conversations.test.support.js';

describeConversations({ provider: 'google', model: 'gemini-3.8-flash', path: '/v1beta/openai' });
