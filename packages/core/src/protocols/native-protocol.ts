import { AGENT_DEFAULTS } from '../base/agent-defaults.js';
import { formatOutcome } from './format-outcome.js';
import { readNativeCalls } from './native-calls.js';
import { identify } from './prompted-request.js';
import { replyMessage } from './reply-message.js';
import { withSystemPrompt } from './system-message.js';
import type { ToolCallProtocol } from './tool-call-protocol.js';

/** Sends tool calls through the provider's own API. */
export const nativeProtocol: ToolCallProtocol = {
  name: 'native',
  prepare(request, { name, description, mustAnswer }) {
    const isAnonymous = name === AGENT_DEFAULTS.name && description === '';
    const identity = isAnonymous ? '' : identify({ name, description });
    if (!mustAnswer && identity === '') return request;
    const messages = withSystemPrompt(request.messages, (prompt) =>
      [identity, prompt, mustAnswer ? ANSWER : ''].filter((section) => section !== '').join('\n\n'),
    );
    if (!mustAnswer) return { ...request, messages };
    return { ...request, messages, options: { ...request.options, toolChoice: 'none' } };
  },
  parse(response, context) {
    const calls = readNativeCalls(response, context);
    return {
      text: response.content || response.refusal || '',
      calls,
      message: replyMessage(response, calls, context),
    };
  },
  formatResult: (record) => formatOutcome(record.outcome),
};

/** Asks for an answer. Merely disabling calls is not enough: some models would still announce calls. */
const ANSWER =
  'You cannot call any more tools. Answer now from what is in this conversation; if something is missing, say so.';
