import { type LLMDelta, type LLMResponse, ToolwrightError } from '@toolwright/contract';
import type { AttemptGuard } from '../attempt-guard.js';
import type { BatchSource } from '../batched-stream.js';
import { StreamAssembler } from '../stream-assembler.js';
import { CompletionStream } from './completion-stream.js';
import { ChunkDecoder } from './decode-chunk.js';
import { parseReply } from './parse-json.js';

/** Reads a whole completion. @throws ToolwrightError `INVALID_RESPONSE`; ErrorReply for an error with status 200 */
export async function readCompletion(response: Response): Promise<LLMResponse> {
  const body = parseReply(await response.text());
  const assembler = new StreamAssembler({ idSeed: findId(body) });
  for (const delta of decodeWhole(body)) assembler.add(delta);
  return assembler.finish();
}

/** Reads a stream, also from a server that answers in one piece although it was asked to stream. */
export function readCompletionStream(response: Response, guard: AttemptGuard): BatchSource<LLMDelta> {
  // A page of HTML is no completion either, and is refused as such.
  const whole = /\b(json|html)\b/.test(response.headers.get('content-type') ?? '');
  if (whole || response.body === null) return new WholeCompletion(response, guard);
  return new CompletionStream(response.body, guard);
}

class WholeCompletion implements BatchSource<LLMDelta> {
  readonly #guard: AttemptGuard;
  #response: Response | undefined;

  constructor(response: Response, guard: AttemptGuard) {
    this.#response = response;
    this.#guard = guard;
  }

  async next(): Promise<readonly LLMDelta[] | undefined> {
    const response = this.#response;
    if (response === undefined) return undefined;
    this.#response = undefined;
    const deltas = decodeWhole(parseReply(await response.text()));
    this.#guard.release();
    return deltas;
  }

  close(): void {
    this.#guard.abandon();
  }
}

function decodeWhole(body: unknown): LLMDelta[] {
  const decoder = new ChunkDecoder();
  const deltas: LLMDelta[] = [];
  decoder.decode(body, deltas);
  if (!decoder.hasChoice) {
    throw new ToolwrightError('INVALID_RESPONSE', 'The completion holds no choice, so there is no answer.', {
      blame: 'provider',
    });
  }
  return [...deltas, decoder.end()];
}

function findId(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('id' in body)) return undefined;
  return typeof body.id === 'string' ? body.id : undefined;
}
