import { describeConversations } from './describe-conversations.test.support.js';

describeConversations({ provider: 'openai', api: 'responses', model: 'gpt-5-mini', path: '/v1' });
