import type { LLMDelta } from '@toolwright/contract';
import { parseReply } from '../../reply/parse-reply.js';
import type { ReplyDecoder } from '../../reply/reply-decoder.js';
import type { Warn } from '../../reply/unread.js';
import { ChunkDecoder } from '../openai/decode-chunk.js';
import { type SignedPart, toReplay } from './replay.js';

/**
 * Decodes a Gemini chat completion, which may contain signed calls. Stores the signatures in the native API's format, so that a
 * conversation can continue through either API.
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures#openai
 */
export class CompatibleDecoder implements ReplyDecoder {
  readonly #chunks: ChunkDecoder;
  readonly #calls: SignedPart[] = [];
  #textLength = 0;

  constructor(warn?: Warn) {
    this.#chunks = new ChunkDecoder({ warn });
  }

  get finished(): boolean {
    return this.#chunks.finished;
  }

  decodeEvent(data: string, deltas: LLMDelta[]): boolean {
    if (data === '[DONE]') return true;
    const chunk = parseReply(data);
    const decoded: LLMDelta[] = [];
    this.#chunks.decode(chunk, decoded);
    this.#keep(chunk, decoded, deltas);
    return false;
  }

  decodeWhole(body: unknown, deltas: LLMDelta[]): void {
    const decoded: LLMDelta[] = [];
    this.#chunks.decodeWhole(body, decoded);
    this.#keep(body, decoded, deltas);
  }

  end(): LLMDelta {
    const finish = this.#chunks.end();
    const text: SignedPart[] = this.#textLength > 0 ? [{ type: 'text', length: this.#textLength }] : [];
    const replay = toReplay([...text, ...this.#calls]);
    if (finish.type !== 'finish' || replay === undefined) return finish;
    return { ...finish, providerData: { google: replay } };
  }

  #keep(chunk: unknown, decoded: readonly LLMDelta[], deltas: LLMDelta[]): void {
    for (const delta of decoded) {
      if (delta.type === 'text-delta') this.#textLength += delta.text.length;
      deltas.push(delta);
    }
    const choice = member(member(chunk, 'choices'), 0);
    const calls = member(member(choice, 'delta') ?? member(choice, 'message'), 'tool_calls');
    if (!Array.isArray(calls)) return;
    for (const call of calls) if (beginsCall(call)) this.#calls.push(toPart(call));
  }
}

/** Whether a fragment starts a call. Fragments that continue a call have no name. */
function beginsCall(fragment: unknown): boolean {
  return Boolean(member(member(fragment, 'function'), 'name'));
}

function toPart(call: unknown): SignedPart {
  const signature = member(member(member(call, 'extra_content'), 'google'), 'thought_signature');
  return typeof signature === 'string' ? { type: 'call', signature } : { type: 'call' };
}

function member(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  // The member may have any type.
  return (value as Record<string | number, unknown>)[key];
}
