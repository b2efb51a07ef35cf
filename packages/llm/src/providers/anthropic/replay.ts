import { type AssistantMessage, isJsonObject, type JsonObject, type JsonValue } from '@toolwright/contract';
import { readParts } from '../../reply/replay-parts.js';

/**
 * One part of a reply, stored so that the order of the content can be restored. The message itself contains text and calls, so a text
 * part stores only its length. All other content (thoughts with signatures, the provider's own tools) is sent back unchanged.
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export type ReplayPart =
  | { readonly type: 'text'; readonly length: number }
  | { readonly type: 'call' }
  /** `length` is the length of the text in the block. */
  | { readonly type: 'block'; readonly block: JsonObject; readonly length: number };

/** Returns Anthropic's part of `provider_data`; undefined if the reply is only text followed by calls. */
export function toReplay(parts: readonly ReplayPart[]): JsonValue | undefined {
  const plain = parts.every(({ type }, position) => type === 'call' || (type === 'text' && position === 0));
  return plain ? undefined : { parts: [...parts] };
}

/** Returns the parts of a message in order; undefined if none were stored. */
export function readReplay(message: AssistantMessage): readonly ReplayPart[] | undefined {
  return readParts(message, 'anthropic', ({ type, length, block }): ReplayPart | undefined => {
    if (type === 'call') return { type };
    if (typeof length !== 'number') return undefined;
    if (type === 'text') return { type, length };
    return type === 'block' && isJsonObject(block) ? { type, block, length } : undefined;
  });
}
