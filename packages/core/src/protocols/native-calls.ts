import type { JsonObject, LLMResponse, ToolCall } from '@toolwright/contract';
import { readJson } from '@toolwright/schema';
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

/** The object that a text is the JSON of; undefined where the tools have to read the text themselves, and say what is wrong with it. */
export function parseObject(text: string): JsonObject | undefined {
  const read = readJson(text);
  // A number that lost digits would be another one.
  if (!read.ok || !read.isExact || read.duplicates.length > 0) return undefined;
  const { value } = read;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : undefined; // what the reader has read is JSON
}

function readCall(call: ToolCall, context: ReplyContext, cut: boolean): RequestedCall {
  const id = context.claimCallId(call.id);
  const { name, arguments: text } = call.function;
  const args = text.trim() === '' ? {} : parseObject(text);
  const incomplete = cut && (args === undefined || Object.keys(args).length === 0);
  return { id, name, text, args, problem: incomplete ? CUT_CALL : undefined };
}
