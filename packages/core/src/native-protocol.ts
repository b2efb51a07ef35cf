import type { AssistantMessage, JsonObject, LLMResponse, ToolCall } from '@toolwright/contract';
import { formatOutcome } from './format-outcome.js';
import type { ReplyContext, RequestedCall, ToolCallProtocol } from './tool-call-protocol.js';

/** Tool calls as the provider's own API carries them. */
export const nativeProtocol: ToolCallProtocol = {
  name: 'native',
  prepare: (request) => request,
  parse(response, context) {
    const calls = readCalls(response, context);
    return {
      text: response.content || response.refusal || '',
      calls,
      message: toMessage(response, calls, context),
    };
  },
  formatResult: (record) => formatOutcome(record.outcome),
  answer: (answers) =>
    answers.map(({ callId, text }) => ({ role: 'tool', tool_call_id: callId, content: text })),
};

function readCalls(response: LLMResponse, context: ReplyContext): RequestedCall[] {
  const last = response.toolCalls.length - 1;
  return response.toolCalls.map((call, index) => readCall(call, context, isCut(response) && index === last));
}

function readCall(call: ToolCall, context: ReplyContext, cut: boolean): RequestedCall {
  const id = context.claimCallId(call.id);
  const { name, arguments: text } = call.function;
  const empty = text.trim() === '';
  const args = empty ? {} : parseObject(text);
  const incomplete = cut && (args === undefined || Object.keys(args).length === 0);
  return { id, name, text, args, problem: incomplete ? CUT_CALL : undefined };
}

const CUT_CALL =
  'The reply was cut off within this call, so it was not executed. Call it again, more briefly.';

/** In a reply that was cut, the arguments of the last call may be missing. */
function isCut({ finishReason }: LLMResponse): boolean {
  return finishReason === 'length' || finishReason === 'content-filter';
}

function toMessage(
  response: LLMResponse,
  calls: readonly RequestedCall[],
  context: ReplyContext,
): AssistantMessage | undefined {
  const { content, reasoning, refusal, providerData } = response;
  if (calls.length === 0 && !content && !refusal) return undefined;
  return {
    role: 'assistant',
    content: content || (calls.length > 0 || refusal ? null : ''),
    ...(calls.length > 0 && { tool_calls: calls.map((call) => toToolCall(call, context)) }),
    ...(refusal !== undefined && { refusal }),
    ...(reasoning !== undefined && { reasoning }),
    ...(providerData !== undefined && { provider_data: providerData }),
  };
}

/** Providers refuse a history with broken arguments or impossible names, so neither is sent back. */
function toToolCall({ id, name, text, args }: RequestedCall, { tools }: ReplyContext): ToolCall {
  const sendable = VALID_NAME.test(name) || tools.some((tool) => tool.name === name);
  return {
    id,
    type: 'function',
    function: {
      name: sendable ? name : name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown',
      arguments: args === undefined || text.trim() === '' ? '{}' : text,
    },
  };
}

/** What all providers take as the name of a function. @see https://platform.openai.com/docs/api-reference/chat/create */
const VALID_NAME = /^[\w-]{1,64}$/;

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined; // what JSON.parse makes is JSON
  } catch {
    // Not JSON: the tools say so to the model, with what is wrong.
    return undefined;
  }
}
