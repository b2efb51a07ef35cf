import type { AssistantMessage, JsonValue } from '@toolwright/contract';
import { matchesMessage, readParts } from '../../reply/replay-parts.js';

/**
 * One part of a reply. The message itself holds the text, of which a part has only the `length`, and the calls in order. A signature
 * belongs to this part and is sent back with it, unchanged.
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export type SignedPart =
  | { readonly type: 'text'; readonly length: number; readonly signature?: string }
  | { readonly type: 'call'; readonly signature?: string };

/**
 * Stands for the signature of a call that another model has made, or that was lost: newer models refuse calls without one.
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures#faqs
 */
export const NO_SIGNATURE = 'skip_thought_signature_validator';

/** The part of `provider_data` that is Google's; `undefined` if nothing was signed. */
export function toReplay(parts: readonly SignedPart[]): JsonValue | undefined {
  return parts.some(({ signature }) => signature !== undefined) ? { parts: [...parts] } : undefined;
}

/** The parts of a message in order; `undefined` if none were kept, or if the message has changed since. */
export function readReplay(message: AssistantMessage): readonly SignedPart[] | undefined {
  const parts = readParts(message, 'google', ({ type, length, signature }): SignedPart | undefined => {
    const signed = typeof signature === 'string' ? { signature } : {};
    if (type === 'call') return { type, ...signed };
    return type === 'text' && typeof length === 'number' ? { type, length, ...signed } : undefined;
  });
  return parts && matchesMessage(parts, message) ? parts : undefined;
}
