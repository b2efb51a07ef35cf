import type { LLMDelta } from '@toolwright/contract';
import type { BatchSource } from '../reply/batched-stream.js';
import type { AttemptGuard } from './attempt-guard.js';
import { type Call, lateError, withRetries } from './with-retries.js';

/**
 * Opens a stream, trying again until its first delta is there. After that a fault ends the stream: what was
 * streamed cannot be taken back.
 */
export async function openStream(
  call: Call,
  open: (guard: AttemptGuard) => Promise<BatchSource<LLMDelta>>,
): Promise<BatchSource<LLMDelta>> {
  return withRetries(call, async (guard) => {
    const source = await open(guard);
    let first = await source.next();
    const onFault = (thrown: unknown): never => {
      guard.abandon();
      throw lateError(thrown, guard, call.faults);
    };
    return {
      next: () => {
        const batch = first;
        if (batch === undefined) return source.next().catch(onFault);
        first = undefined;
        return Promise.resolve(batch);
      },
      close: () => source.close(),
    };
  });
}
