import type { JsonObject, LLMResponse, ToolCall } from '@toolwright/contract';
import type { ReplyContext, RequestedCall } from './tool-call-protocol.js';

/** The calls that a provider's own API has carried. */
export function readNativeCalls(response: LLMResponse, context: ReplyContext): RequestedCall[] {
  const { toolCalls } = response;
  const last = isCut(response) ? toolCalls.at(-1) : undefined;
  const calls: RequestedCall[] = [];
  for (const call of toolCalls) calls.push(readCall(call, context, call === last));
  return calls;
}

/** In a reply that was cut, the arguments of the last call may be missing. */
export function isCut({ finishReason }: LLMResponse): boolean {
  return finishReason === 'length' || finishReason === 'content-filter';
}

export const CUT_CALL =
  'The reply ends within this call, so it was not executed. Call it again, more briefly.';

/** The object that a text is the JSON of; undefined where it is none. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined; // what JSON.parse makes is JSON
  } catch {
    // Not JSON: the tools say so to the model, with what is wrong.
    return undefined;
  }
}

function readCall(call: ToolCall, context: ReplyContext, cut: boolean): RequestedCall {
  const id = context.claimCallId(call.id);
  const { name, arguments: text } = call.function;
  const args = text.trim() === '' ? {} : parseObject(text);
  const incomplete = cut && (args === undefined || Object.keys(args).length === 0);
  return { id, name, text, args, problem: incomplete ? CUT_CALL : undefined };
}
