import type { AssistantMessage, JsonValue } from '@toolwright/contract';
import { matchesMessage, readParts } from '../../reply/replay-parts.js';

/**
 * One part of a reply. The message itself contains the calls and the text, so a text part stores only its `length`. A signature
 * belongs to its part and is sent back unchanged.
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export type SignedPart =
  | { readonly type: 'text'; readonly length: number; readonly signature?: string }
  | { readonly type: 'call'; readonly signature?: string };

/**
 * A placeholder for a missing signature, if another model made the call or the signature was lost. Newer models refuse unsigned calls.
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures#faqs
 */
export const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Returns Google's part of `provider_data`; undefined if no part is signed. */
export function toReplay(parts: readonly SignedPart[]): JsonValue | undefined {
  return parts.some(({ signature }) => signature !== undefined) ? { parts: [...parts] } : undefined;
}

/** Returns the parts of a message in order; undefined if none were stored, or if the message was changed since. */
export function readReplay(message: AssistantMessage): readonly SignedPart[] | undefined {
  const parts = readParts(message, 'google', ({ type, length, signature }): SignedPart | undefined => {
    const signed = typeof signature === 'string' ? { signature } : {};
    if (type === 'call') return { type, ...signed };
    return type === 'text' && typeof length === 'number' ? { type, length, ...signed } : undefined;
  });
  return parts && matchesMessage(parts, message) ? parts : undefined;
}
