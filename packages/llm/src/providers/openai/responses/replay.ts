import { type AssistantMessage, isJsonObject, type JsonObject, type JsonValue } from '@toolwright/contract';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import type { Sent } from '../../../sdk/sdk.js';
import { encodeCall } from './encode-call.js';

export type Item = Sent<ResponseInputItem>;

/**
 * One part of a reply, stored so that the reply can be sent again unchanged. A reasoning model requires its encrypted reasoning before
 * the output that resulted from it. The message itself contains text and calls, so only their positions are stored.
 */
export type ReplayPart =
  | { readonly kind: 'text'; readonly length: number; readonly phase?: string }
  | { readonly kind: 'call'; readonly id: string }
  | { readonly kind: 'item'; readonly item: JsonObject };

/** Returns the value for `provider_data`; undefined if the message alone is sufficient. */
export function toReplayData(parts: readonly ReplayPart[], provider: string) {
  const plain = parts.every(
    (part) => part.kind === 'call' || (part.kind === 'text' && part.phase === undefined),
  );
  return plain ? undefined : { [provider]: { responses: parts.map((part) => ({ ...part })) } };
}

/** Returns the items of a message; undefined if the message came from another API or was changed since. */
export function replayItems(message: AssistantMessage, provider: string): readonly Item[] | undefined {
  const parts = readParts(message.provider_data?.[provider]);
  if (parts === undefined) return undefined;
  const content = message.content ?? '';
  const calls = new Map((message.tool_calls ?? []).map((call) => [call.id, call]));
  const items: Item[] = [];
  let position = 0;
  for (const part of parts) {
    // The API itself sent this item.
    if (part.kind === 'item') items.push(part.item as object as Item);
    else if (part.kind === 'call') {
      const call = calls.get(part.id);
      if (call === undefined) return undefined;
      calls.delete(part.id);
      items.push(encodeCall(call));
    } else {
      const text = content.slice(position, position + part.length);
      position += part.length;
      const said = text || message.refusal;
      // The value came from the API.
      const phase = part.phase as 'commentary' | 'final_answer' | undefined;
      if (said) items.push({ role: 'assistant', content: said, ...(phase !== undefined && { phase }) });
    }
  }
  return calls.size === 0 && position === content.length ? items : undefined;
}

/** Whether a message contains items that only the responses API accepts. */
export function hasReplayData({ provider_data: data }: AssistantMessage, provider: string): boolean {
  return readParts(data?.[provider]) !== undefined;
}

function readParts(data: JsonValue | undefined): readonly ReplayPart[] | undefined {
  if (!isJsonObject(data) || !Array.isArray(data.responses)) return undefined;
  // Stored conversations may have been written by another version of this package.
  const parts = data.responses.filter(isPart);
  return parts.length === data.responses.length ? parts : undefined;
}

function isPart(value: unknown): value is ReplayPart {
  if (!isJsonObject(value)) return false;
  if (value.kind === 'text') return typeof value.length === 'number';
  return value.kind === 'call'
    ? typeof value.id === 'string'
    : value.kind === 'item' && isJsonObject(value.item);
}
