import type { LLMDelta, LLMResponse } from '@toolwright/contract';
import type { BatchSource } from '../reply/batched-stream.js';
import type { WireCall } from './wire.js';

/** Asks, and asks again as long as the provider pauses in the middle of its answer. */
export async function generateAll(
  first: WireCall,
  ask: (call: WireCall) => Promise<LLMResponse>,
): Promise<LLMResponse> {
  let response = await ask(first);
  for (let call = await first.resume?.(); call; call = await call.resume?.()) {
    response = join(response, await ask(call));
  }
  return response;
}

/** The same for streams: the end of the first one is followed by the next. */
export async function streamAll(first: WireCall, open: Open): Promise<BatchSource<LLMDelta>> {
  const source = await open(first);
  return first.resume ? new ContinuedStream(first, source, open) : source;
}

type Open = (call: WireCall) => Promise<BatchSource<LLMDelta>>;

class ContinuedStream implements BatchSource<LLMDelta> {
  readonly #open: Open;
  #call: WireCall;
  #source: BatchSource<LLMDelta>;
  #following: WireCall | undefined;
  #closed = false;

  constructor(call: WireCall, source: BatchSource<LLMDelta>, open: Open) {
    this.#call = call;
    this.#source = source;
    this.#open = open;
  }

  async next(): Promise<readonly LLMDelta[] | undefined> {
    for (;;) {
      const batch = await this.#source.next();
      if (batch === undefined) {
        if (!(await this.#goOn())) return undefined;
      } else if (batch.at(-1)?.type === 'finish') {
        this.#following = await this.#call.resume?.();
        // It was only the end of a part.
        return this.#following ? batch.slice(0, -1) : batch;
      } else return batch;
    }
  }

  close(): void {
    this.#closed = true;
    this.#source.close();
  }

  /** False where the answer is complete, or nobody listens any more. */
  async #goOn(): Promise<boolean> {
    if (this.#following === undefined || this.#closed) return false;
    this.#call = this.#following;
    this.#following = undefined;
    this.#source = await this.#open(this.#call);
    if (this.#closed) this.#source.close();
    return !this.#closed;
  }
}

/** What a later part says of the whole (usage, replay, finish reason) counts for both. */
function join(first: LLMResponse, last: LLMResponse): LLMResponse {
  const content = `${first.content ?? ''}${last.content ?? ''}`;
  const providerCalls = [...(first.providerCalls ?? []), ...(last.providerCalls ?? [])];
  const reasoning = `${first.reasoning ?? ''}${last.reasoning ?? ''}`;
  return {
    ...last,
    content: content === '' ? null : content,
    toolCalls: [...first.toolCalls, ...last.toolCalls],
    ...(providerCalls.length > 0 && { providerCalls }),
    ...(reasoning !== '' && { reasoning }),
  };
}
