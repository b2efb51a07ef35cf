import { describeConversations } from './describe-conversations.test.support.js';

// The scripted server finishes a turn with calls by `FUNCTION_CALL` and names no response; the published API says `STOP` and gives
// `responseId`. Both are understood; ../google shows what is published with raw replies.
describeConversations({ provider: 'google', model: 'gemini-3.8-flash', path: '' });
