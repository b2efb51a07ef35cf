import { type AssistantMessage, isJsonObject, type JsonObject, type JsonValue } from '@toolwright/contract';
import { readParts } from '../../reply/replay-parts.js';

/**
 * What a reply holds besides text and calls, and the order of all of it. Text and calls stand in the message itself: here is only
 * how long a text is. Everything else (thoughts with their signatures, the provider's own tools) is sent back unchanged.
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export type ReplayPart =
  | { readonly type: 'text'; readonly length: number }
  | { readonly type: 'call' }
  /** `length` is that of the text in the block. */
  | { readonly type: 'block'; readonly block: JsonObject; readonly length: number };

/** The part of `provider_data` that is Anthropic's; `undefined` if it has only text and calls, in that order. */
export function toReplay(parts: readonly ReplayPart[]): JsonValue | undefined {
  const plain = parts.every(({ type }, position) => type === 'call' || (type === 'text' && position === 0));
  return plain ? undefined : { parts: [...parts] };
}

/** The parts of a message in order; `undefined` if none were kept. */
export function readReplay(message: AssistantMessage): readonly ReplayPart[] | undefined {
  return readParts(message, 'anthropic', ({ type, length, block }): ReplayPart | undefined => {
    if (type === 'call') return { type };
    if (typeof length !== 'number') return undefined;
    if (type === 'text') return { type, length };
    return type === 'block' && isJsonObject(block) ? { type, block, length } : undefined;
  });
}
