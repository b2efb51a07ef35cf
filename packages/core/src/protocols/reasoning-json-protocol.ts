import type { Decision } from './decision.js';
import { fewFaults } from './few-faults.js';
import { formatOutcome } from './format-outcome.js';
import { isCut, readCallArguments, readNativeCalls, readPlainArguments } from './native-calls.js';
import { type PromptedStyle, promptedRequest } from './prompted-request.js';
import { decisionScanner, joinTexts, joinThoughts, readDecisions } from './read-reply.js';
import { findWritten, replyMessage } from './reply-message.js';
import type { ReplyContext, RequestedCall, ToolCallProtocol } from './tool-call-protocol.js';

/** Expects one JSON object with a thought and an action per step, for models without native tool calls. */
export const reasoningJsonProtocol: ToolCallProtocol = {
  name: 'reasoning-json',
  prepare(request, context) {
    const hasForm = context.output !== undefined || Boolean(request.options.jsonResponse);
    const style = request.tools.length === 0 ? PLAIN : hasForm ? FORMED : STYLE;
    return promptedRequest(request, context, style);
  },
  parse(response, context) {
    const reply = readDecisions(response.content ?? '', context, isCut(response));
    const { text, behind, calls: decisions } = reply;
    const calls = [
      ...fewFaults(
        decisions.flatMap((decision) => (decision.action === 'tool' ? [toCall(decision, context)] : [])),
        context,
      ),
      ...readNativeCalls(response, context),
    ];
    const [first] = decisions;
    const isAnswer = first?.action === 'respond';
    const isAlone = isAnswer && isStandalone(first.response, context);
    const answer = isAnswer ? joinTexts(isAlone ? '' : text, first.response) : text;
    const unshown = isAnswer ? joinTexts(isAlone ? text : '', behind) : '';
    // Nothing is added to an answer, because policies must see exactly this text.
    const content = isAnswer ? answer : joinTexts(answer, behind);
    const reasoning = joinThoughts(
      response.reasoning,
      reply.thoughts,
      ...decisions.map(({ thought }) => thought),
    );
    const signed = content === (response.content ?? '') ? {} : { providerData: undefined };
    const message = replyMessage({ ...response, ...signed, content, reasoning }, calls, context);
    return {
      text: answer || response.refusal || '',
      calls,
      message,
      reasoning,
      ...(unshown !== '' && { unshown }),
    };
  },
  formatResult: (record) => formatOutcome(record.outcome),
  filterText: decisionScanner,
};

/** Whether an answer is an output or JSON, so that text before its object is not part of it. */
function isStandalone(response: string, { output }: ReplyContext): boolean {
  return output !== undefined || /^\s*[[{]/.test(response);
}

const STYLE: PromptedStyle = {
  callFormat: callFormat('"the answer"'),
  answer: 'the value of "response"',
  assistant(message, calls) {
    const { content, reasoning: thought = '' } = message;
    if (calls.length === 0) {
      return JSON.stringify({
        thought,
        action: 'respond',
        tool_name: null,
        tool_input: null,
        response: content ?? '',
      });
    }
    const objects = calls.map(
      ({ id, function: { name, arguments: input } }, index) =>
        findWritten(message, id) ?? writeCall(index === 0 ? thought : '', name, input),
    );
    return [...(content ? [content] : []), ...objects].join('\n');
  },
  // A JSON string escapes all quotes, so no object within a result can be mistaken for a decision.
  result: (toolName, text) => `Tool result: ${JSON.stringify({ tool: toolName, result: text })}`,
};

/** The style for a final answer with a required format, which a later part of the prompt describes. */
const FORMED: PromptedStyle = {
  ...STYLE,
  callFormat: `${callFormat('<the final answer>')}
The final answer is the value of "response".`,
  answerPlace: 'as the value of "response" in an object whose "action" is "respond"',
};

/** The style without tools, which does not require answers in JSON. */
const PLAIN: PromptedStyle = {
  ...STYLE,
  assistant: (message, calls) =>
    calls.length > 0 ? STYLE.assistant(message, calls) : (message.content ?? ''),
};

function callFormat(response: string): string {
  return `Reply with one JSON object and nothing else. To call a tool:
{"thought": "why", "action": "tool", "tool_name": "name", "tool_input": {"parameter": "value"}, "response": null}
To answer:
{"thought": "why", "action": "respond", "tool_name": null, "tool_input": null, "response": ${response}}
To call several tools at once, write several such objects, one after another.`;
}

/** Writes a call. Keeps the original text of the arguments, because parsing could lose the precision of numbers. */
function writeCall(thought: string, name: string, input: string): string {
  const begun = JSON.stringify({ thought, action: 'tool', tool_name: name }).slice(0, -1);
  return `${begun},"tool_input":${readCallArguments(input).args === undefined ? '{}' : input},"response":null}`;
}

function toCall(decision: Extract<Decision, { action: 'tool' }>, context: ReplyContext): RequestedCall {
  const { name, text, problem } = decision;
  const id = context.claimCallId('');
  if (problem === undefined) return { id, name, ...readPlainArguments(text) };
  return { id, name: name || 'unknown', text, args: undefined, problem, written: text };
}
