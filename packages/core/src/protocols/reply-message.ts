import {
  type AssistantMessage,
  isJsonObject,
  type LLMResponse,
  sealJson,
  sealOwn,
  shortenText,
  type ToolCall,
} from '@toolwright/contract';
import type { ReplyContext, RequestedCall } from './tool-call-protocol.js';

/** Creates the message that stores a reply in the history; undefined for an empty reply. */
export function replyMessage(
  response: LLMResponse,
  calls: readonly RequestedCall[],
  context: ReplyContext,
): AssistantMessage | undefined {
  const { content, reasoning, refusal, providerData } = response;
  if (calls.length === 0 && !content && !refusal) return undefined;
  const written = calls.flatMap(({ id, written }) =>
    written === undefined ? [] : [[id, shortenText(written, MAX_WRITTEN, ' …')]],
  );
  // Assigns the members one by one, because spreads would be much slower.
  const message: Writable<AssistantMessage> = {
    role: 'assistant',
    content: content || (calls.length > 0 || refusal ? null : ''),
  };
  if (calls.length > 0) message.tool_calls = calls.map((call) => toToolCall(call, context));
  if (refusal !== undefined) message.refusal = refusal;
  if (reasoning !== undefined) message.reasoning = reasoning;
  if (providerData !== undefined || written.length > 0) {
    const prompted = written.length > 0 && { [WRITTEN]: Object.fromEntries(written) };
    message.provider_data = sealJson({ ...providerData, ...prompted });
  }
  return sealOwn(message);
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Returns the original text of a call that could not be parsed. */
export function findWritten(message: AssistantMessage, callId: string): string | undefined {
  const written = message.provider_data?.[WRITTEN];
  const text = isJsonObject(written) ? written[callId] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** The key of this entry, which only the text protocols read. It is not the name of a provider. */
const WRITTEN = 'prompted';
const MAX_WRITTEN = 2_000;

/** Converts a call for the history. Replaces invalid arguments and names, which providers would refuse. */
function toToolCall({ id, name, text, args, isJson }: RequestedCall, { tools }: ReplyContext): ToolCall {
  const sendable = VALID_NAME.test(name) || tools.some((tool) => tool.name === name);
  return {
    id,
    type: 'function',
    function: {
      name: sendable ? name : name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown',
      arguments: (args === undefined && !isJson) || text.trim() === '' ? '{}' : text,
    },
  };
}

/** Matches function names that all providers accept. @see https://platform.openai.com/docs/api-reference/chat/create */
const VALID_NAME = /^[\w-]{1,64}$/;
