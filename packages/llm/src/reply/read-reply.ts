import type { LLMDelta } from '@toolwright/contract';
import type { AttemptGuard } from '../client/attempt-guard.js';
import type { ByteReader } from '../transport/byte-reader.js';
import type { HttpReply } from '../transport/http-reply.js';
import type { BatchSource } from './batched-stream.js';
import { decodeSafely } from './decode-safely.js';
import { type CreateFraming, serverSentEvents } from './framing.js';
import { parseReply } from './parse-reply.js';
import type { ReplyDecoder } from './reply-decoder.js';
import { ReplyStream } from './reply-stream.js';

export interface ReplyForm {
  /** The framing of the stream. Default: server-sent events. */
  readonly framing: CreateFraming | undefined;
  /** Whether the request asked for a stream. The server may still send a whole reply. */
  readonly stream: boolean;
}

export function readReply(
  response: Response,
  guard: AttemptGuard,
  decoder: ReplyDecoder,
  { framing = serverSentEvents, stream }: ReplyForm,
): BatchSource<LLMDelta> {
  // An HTML page is read as a whole, so that the error can quote it.
  const whole = !stream || /\b(json|html)\b/.test(response.headers.get('content-type') ?? '');
  const reader = whole ? undefined : openReader(response);
  if (reader === undefined) return readWhole(response, guard, decoder);
  return new ReplyStream(reader, guard, decoder, framing);
}

/** Returns undefined for a response without a body. */
function openReader(response: Response): ByteReader | undefined {
  return isHttpReply(response) ? response.openReader() : response.body?.getReader();
}

function readWhole(response: Response, guard: AttemptGuard, decoder: ReplyDecoder): BatchSource<LLMDelta> {
  let isRead = false;
  return {
    async next() {
      if (isRead) return undefined;
      isRead = true;
      const body = parseReply(await response.text());
      guard.release();
      return decodeWhole(body, decoder);
    },
    close: () => guard.abandon(),
  };
}

/**
 * Returns the deltas of a parsed reply that was not streamed.
 * @throws ToolwrightError `INVALID_RESPONSE`; ErrorReply for an error with status 200
 */
export function decodeWhole(body: unknown, decoder: ReplyDecoder): LLMDelta[] {
  const deltas: LLMDelta[] = [];
  decodeSafely(() => decoder.decodeWhole(body, deltas));
  deltas.push(decoder.end());
  return deltas;
}

/** Does not use `instanceof`, so that bundles do not contain the class, which only the client's own `fetch` on Node.js uses. */
function isHttpReply(response: Response): response is HttpReply {
  return 'openReader' in response;
}
