import type { LLMDelta, LLMResponse } from '@toolwright/contract';
import type { AttemptGuard } from '../client/attempt-guard.js';
import type { ByteReader } from '../transport/byte-reader.js';
import { HttpReply } from '../transport/http-reply.js';
import type { BatchSource } from './batched-stream.js';
import { decodeSafely } from './decode-safely.js';
import { type CreateFraming, serverSentEvents } from './framing.js';
import { parseReply } from './parse-reply.js';
import type { ReplyDecoder } from './reply-decoder.js';
import { ReplyStream } from './reply-stream.js';
import { StreamAssembler } from './stream-assembler.js';

/** Reads a reply in one piece. @throws ToolwrightError `INVALID_RESPONSE`; ErrorReply for an error with status 200 */
export async function readReply(
  response: Response,
  guard: AttemptGuard,
  decoder: ReplyDecoder,
): Promise<LLMResponse> {
  const body = parseReply(await response.text());
  guard.release();
  return assembleReply(body, decoder);
}

/** The response that a parsed body holds; throws like {@link readReply}. */
export function assembleReply(body: unknown, decoder: ReplyDecoder): LLMResponse {
  const assembler = new StreamAssembler({ idSeed: findId(body) });
  for (const delta of decodeWhole(body, decoder)) assembler.add(delta);
  return assembler.finish();
}

/** Reads a stream, also from a server that answers in one piece although it was asked to stream. */
export function readReplyStream(
  response: Response,
  guard: AttemptGuard,
  decoder: ReplyDecoder,
  framing: CreateFraming = serverSentEvents,
): BatchSource<LLMDelta> {
  // A page of HTML is no reply either, and is refused as such.
  const whole = /\b(json|html)\b/.test(response.headers.get('content-type') ?? '');
  const reader = whole ? undefined : openReader(response);
  if (reader === undefined) return new WholeReply(response, guard, decoder);
  return new ReplyStream(reader, guard, decoder, framing);
}

/** Undefined where there is no body. */
function openReader(response: Response): ByteReader | undefined {
  return response instanceof HttpReply ? response.openReader() : response.body?.getReader();
}

class WholeReply implements BatchSource<LLMDelta> {
  readonly #guard: AttemptGuard;
  readonly #decoder: ReplyDecoder;
  #response: Response | undefined;

  constructor(response: Response, guard: AttemptGuard, decoder: ReplyDecoder) {
    this.#response = response;
    this.#guard = guard;
    this.#decoder = decoder;
  }

  async next(): Promise<readonly LLMDelta[] | undefined> {
    const response = this.#response;
    if (response === undefined) return undefined;
    this.#response = undefined;
    const deltas = decodeWhole(parseReply(await response.text()), this.#decoder);
    this.#guard.release();
    return deltas;
  }

  close(): void {
    this.#guard.abandon();
  }
}

function decodeWhole(body: unknown, decoder: ReplyDecoder): LLMDelta[] {
  const deltas: LLMDelta[] = [];
  decodeSafely(() => decoder.decodeWhole(body, deltas));
  deltas.push(decoder.end());
  return deltas;
}

function findId(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('id' in body)) return undefined;
  return typeof body.id === 'string' ? body.id : undefined;
}
