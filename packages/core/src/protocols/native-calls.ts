import { isRecord, type JsonObject, type LLMResponse, type ToolCall } from '@toolwright/contract';
import { readJson } from '@toolwright/json';
import { holdsLargeNumber, textValue } from '@toolwright/tools/validation';
import type { ReplyContext, RequestedCall } from './tool-call-protocol.js';

/** Reads the calls that the provider's API returned. */
export function readNativeCalls(response: LLMResponse, context: ReplyContext): RequestedCall[] {
  const { toolCalls } = response;
  const last = isCut(response) ? toolCalls.at(-1) : undefined;
  const calls: RequestedCall[] = [];
  for (const call of toolCalls) calls.push(readCall(call, context, call === last));
  return calls;
}

/** Whether the reply was truncated, in which case the arguments of its last call may be incomplete. */
export function isCut({ finishReason }: LLMResponse): boolean {
  return finishReason === 'length' || finishReason === 'content-filter';
}

export const CUT_CALL =
  'The reply ends within this call, so it was not executed. Call it again with shorter arguments.';

/**
 * Parses the arguments of a call. `args` is undefined if the tools must read the text and report its problem. `isExact` is false if a
 * number exceeds 2⁵³: the tools must then read the text, which has the full precision.
 */
export function readCallArguments(text: string): Pick<RequestedCall, 'args' | 'isExact' | 'isJson'> {
  const read = readJson(text, { maxDepth: MAX_DEPTH });
  if (!read.ok || read.duplicates.length > 0) return { args: undefined, isJson: isJsonObject(text) };
  const { value } = read;
  const isExact = !holdsLargeNumber(value);
  // The value is JSON, except for numbers that keep their full precision.
  return { args: isRecord(value) ? (value as JsonObject) : undefined, isExact };
}

function isJsonObject(text: string): boolean {
  const read = readJson(text, { maxDepth: Number.POSITIVE_INFINITY });
  return read.ok && isRecord(read.value);
}

/** Tools have the same limit. */
const MAX_DEPTH = 4_000;

type CallArguments = Pick<RequestedCall, 'text' | 'args' | 'isExact' | 'isJson'>;

/**
 * Returns the arguments of a call as policies, people and records see them: the JSON object that tools would read. Tools read an empty
 * string and `null` as an empty object, and a JSON string that contains an object as JSON as that object. They refuse any other text.
 */
export function readPlainArguments(text: string): CallArguments {
  if (text.trim() === '') return noArguments();
  const read = readCallArguments(text);
  const { args, isJson, isExact } = read;
  const isObject = args !== undefined || isJson;
  return (isObject ? undefined : unwrap(text)) ?? { text, args, isJson, isExact };
}

/** Converts calls from custom protocols and earlier versions. Returns the same call if its arguments are already plain. */
export function withPlainArguments(call: RequestedCall): RequestedCall {
  if (call.args !== undefined || call.isJson || call.problem !== undefined) return call;
  const plain = call.text.trim() === '' ? noArguments() : unwrap(call.text);
  return plain === undefined ? call : { ...call, ...plain };
}

/** Returns a new object for each call, because tools may mutate it. */
function noArguments(): CallArguments {
  return { text: '{}', args: {} };
}

/** Returns the object that text represents, if the text is `null` or a JSON string. */
function unwrap(text: string): CallArguments | undefined {
  const read = /^\s*["n]/.test(text) ? readJson(text) : undefined;
  if (!read?.ok) return undefined;
  const { value } = read;
  if (value === null) return noArguments();
  // Unwraps only one level, as tools do.
  if (typeof value !== 'string' || textValue(value, 'object') === undefined) return undefined;
  const inner = readCallArguments(value);
  return inner.args && { text: value, ...inner };
}

function readCall(call: ToolCall, context: ReplyContext, cut: boolean): RequestedCall {
  const id = context.claimCallId(call.id);
  const { name, arguments: written } = call.function;
  const { text, args, isJson, isExact } = readPlainArguments(written);
  const isWhole = isJson === true || (args !== undefined && Object.keys(args).length > 0);
  return { id, name, text, args, isJson, isExact, problem: cut && !isWhole ? CUT_CALL : undefined };
}
