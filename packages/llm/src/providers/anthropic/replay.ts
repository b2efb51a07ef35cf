import type { AssistantMessage, JsonObject, JsonValue } from '@toolwright/contract';
import { isJsonObject } from '../../is-record.js';

/**
 * What a reply holds besides text and calls, and the order of all of it. Text and calls stand in the message itself: here is only
 * how long a text is. Everything else (thoughts with their signatures, the provider's own tools) goes back as it came.
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export type ReplayPart =
  | { readonly type: 'text'; readonly length: number }
  | { readonly type: 'call' }
  /** `length` is that of the text in the block. */
  | { readonly type: 'block'; readonly block: JsonObject; readonly length: number };

/** The part of `provider_data` that is Anthropic's; undefined where text and calls, in that order, are all there is. */
export function toReplay(parts: readonly ReplayPart[]): JsonValue | undefined {
  const plain = parts.every(({ type }, position) => type === 'call' || (type === 'text' && position === 0));
  return plain ? undefined : { parts: [...parts] };
}

/** The parts of a message in order; `undefined` if none were kept. */
export function readReplay({ provider_data: data }: AssistantMessage): readonly ReplayPart[] | undefined {
  const kept = data?.anthropic;
  if (!isJsonObject(kept) || !Array.isArray(kept.parts)) return undefined;
  const parts: ReplayPart[] = [];
  for (const value of kept.parts) {
    const part = readPart(value);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

/** Whether parts still tell the order of a message's text and calls: a conversation may be edited before it is sent again. */
export function fits(
  parts: readonly ReplayPart[],
  { content, tool_calls: calls = [] }: AssistantMessage,
): boolean {
  let length = 0;
  let count = 0;
  for (const part of parts) {
    if (part.type === 'call') count++;
    else length += part.length;
  }
  return length === (content ?? '').length && count === calls.length;
}

function readPart(value: JsonValue): ReplayPart | undefined {
  if (!isJsonObject(value)) return undefined;
  const { type, length, block } = value;
  if (type === 'call') return { type };
  if (typeof length !== 'number') return undefined;
  if (type === 'text') return { type, length };
  return type === 'block' && isJsonObject(block) ? { type, block, length } : undefined;
}
