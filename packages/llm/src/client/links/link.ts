import type { GenerateOptions, LLMDelta, LLMRequest } from '@toolwright/contract';
import type { WireCall } from '../../providers/definition.js';
import type { BatchSource } from '../../reply/batched-stream.js';

/** One call of a client, as passed from link to link. */
export interface Call {
  readonly request: LLMRequest;
  /** The signal and the event listener. */
  readonly options: Pick<GenerateOptions, 'signal' | 'onEvent'>;
  readonly wire: WireCall;
  /** False if the reply is not streamed. Then only the total timeout applies. */
  readonly streaming: boolean;
  /** When the call started, according to the runtime's clock. For a resumed answer, when its first part started. */
  readonly started: number;
}

export type Open = (call: Call) => Promise<BatchSource<LLMDelta>>;

/** Middleware between the client and the request. Each link wraps the next one. */
export type Link = (next: Open) => Open;

/** Combines links. The first link sees the call first and the reply last. */
export function chain(links: readonly Link[], send: Open): Open {
  return links.reduceRight((next, link) => link(next), send);
}

/** Applies `change` to the batches of a source. */
export function mapBatches(
  source: BatchSource<LLMDelta>,
  change: (batch: readonly LLMDelta[]) => readonly LLMDelta[],
): BatchSource<LLMDelta> {
  return {
    async next() {
      const batch = await source.next();
      return batch && change(batch);
    },
    close: () => source.close(),
  };
}
