import { formatOutcome } from '../format-outcome.js';
import { type Decision, quoteDecisions, readDecisions } from './decision.js';
import { DecisionFilter } from './decision-filter.js';
import { CUT_CALL, parseObject, readNativeCalls } from './native-calls.js';
import { type PromptedStyle, promptedRequest } from './prompted-request.js';
import { replyMessage } from './reply-message.js';
import type { ReplyContext, RequestedCall, ToolCallProtocol } from './tool-call-protocol.js';

/** One JSON object a step, which says what the model thinks and what it does; for models without tools of their own. */
export const reasoningJsonProtocol: ToolCallProtocol = {
  name: 'reasoning-json',
  prepare: (request, context) => promptedRequest(request, context, request.tools.length > 0 ? STYLE : PLAIN),
  parse(response, context) {
    const { text, decisions } = readDecisions(response.content ?? '');
    const calls = [
      ...decisions.flatMap((decision) => (decision.action === 'tool' ? [toCall(decision, context)] : [])),
      ...readNativeCalls(response, context),
    ];
    const answer = decisions[0]?.action === 'respond' ? decisions[0].response : text;
    const thoughts = decisions.map(({ thought }) => thought).filter((thought) => thought !== '');
    const reasoning =
      [response.reasoning ?? '', ...thoughts].filter((part) => part !== '').join('\n') || undefined;
    const signed = decisions.length > 0 ? { providerData: undefined } : {};
    const message = replyMessage({ ...response, ...signed, content: answer, reasoning }, calls, context);
    return { text: answer || response.refusal || '', calls, message, reasoning };
  },
  formatResult: (record) => formatOutcome(record.outcome),
  filterText: () => new DecisionFilter(),
};

const STYLE: PromptedStyle = {
  callFormat: `Reply with one JSON object and nothing else. To call a tool:
{"thought": "why", "action": "tool", "tool_name": "name", "tool_input": {"parameter": "value"}, "response": null}
To answer:
{"thought": "why", "action": "respond", "tool_name": null, "tool_input": null, "response": "the answer"}
To call several tools at once, write one such object after the other.`,
  quote: quoteDecisions,
  assistant({ content, reasoning: thought = '' }, calls) {
    if (calls.length === 0) {
      return JSON.stringify({
        thought,
        action: 'respond',
        tool_name: null,
        tool_input: null,
        response: content ?? '',
      });
    }
    const objects = calls.map(({ function: { name, arguments: text } }, index) =>
      JSON.stringify({
        thought: index === 0 ? thought : '',
        action: 'tool',
        tool_name: name,
        tool_input: parseObject(text) ?? {},
        response: null,
      }),
    );
    return [...(content ? [quoteDecisions(content)] : []), ...objects].join('\n');
  },
  // Within a JSON string every quote is escaped, so no object in a result can be read as a decision.
  result: (toolName, text) => `Tool result: ${JSON.stringify({ tool: toolName, result: text })}`,
};

/** Where no tools are offered there is no reason to answer in JSON. */
const PLAIN: PromptedStyle = {
  ...STYLE,
  assistant: (message, calls) =>
    calls.length > 0 ? STYLE.assistant(message, calls) : quoteDecisions(message.content ?? ''),
};

function toCall(decision: Extract<Decision, { action: 'tool' }>, context: ReplyContext): RequestedCall {
  const { name, input, incomplete } = decision;
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const nameless = name === '' ? 'The "tool_name" is missing, so no tool was called.' : undefined;
  const problem = incomplete ? CUT_CALL : nameless;
  return { id: context.claimCallId(''), name: name || 'unknown', text, args: parseObject(text), problem };
}
