import { describeConversations } from './describe-conversations.test.support.js';

// The scripted server counts no cached tokens, sends all redacted thoughts first, and takes any version of the API and sampling in all
// of them; ../anthropic shows what is published with raw replies.
describeConversations({ provider: 'anthropic', model: 'claude-opus-4-8', path: '' });
