import type { GenerateOptions, LLMDelta, LLMRequest } from '@toolwright/contract';
import type { WireCall } from '../../providers/definition.js';
import type { BatchSource } from '../../reply/batched-stream.js';

/** One call of a client, as the links pass it on. */
export interface Call {
  /** The caller's request. */
  readonly request: LLMRequest;
  /** The signal and the listener that links use. */
  readonly options: Pick<GenerateOptions, 'signal' | 'onEvent'>;
  /** The request to send. */
  readonly wire: WireCall;
  /** False if the reply is not streamed and only the total time limits it. */
  readonly streaming: boolean;
  /** When the call began, on the clock of the runtime. Earlier parts of an answer count towards its total time. */
  readonly started: number;
}

/** Opens the reply to a call. */
export type Open = (call: Call) => Promise<BatchSource<LLMDelta>>;

/** A step between a client and the wire, which wraps the next step. */
export type Link = (next: Open) => Open;

/** Joins links. The first one sees the call first and the reply last. */
export function chain(links: readonly Link[], send: Open): Open {
  return links.reduceRight((next, link) => link(next), send);
}

/** Maps the batches of a source with `change`. */
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
