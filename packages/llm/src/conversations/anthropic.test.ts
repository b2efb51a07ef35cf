import { describeConversations } from './describe-conversations.test.support.js';

describeConversations({ provider: 'anthropic', model: 'claude-opus-4-8', path: '' });
