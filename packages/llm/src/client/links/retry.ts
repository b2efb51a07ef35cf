import type { LLMDelta, ToolwrightError } from '@toolwright/contract';
import { type Fault, type FaultContext, toFault } from '../../faults/fault.js';
import type { Redactor } from '../../faults/redact.js';
import type { BatchSource } from '../../reply/batched-stream.js';
import { AttemptGuard, abortedError } from '../attempt-guard.js';
import type { ClientContext } from '../config.js';
import type { Call, Open } from './link.js';

export interface RetryOptions extends ClientContext {
  /** Returns a function that redacts the secrets of a call in errors. */
  readonly redact: (call: Call) => Redactor;
}

/** The maximum delay, unless the provider requests a longer one. */
const MAX_BACKOFF_MS = 30_000;

/** The attempts since the call began or restarted, and the time of that start. */
interface Round {
  readonly started: number;
  readonly tries: number;
}

/**
 * Sends a call until its first delta arrives, a retry cannot help, or the attempts, time and restarts are used up. After the first delta,
 * an error ends the stream, because streamed deltas cannot be retracted.
 */
export function retry(context: RetryOptions): Open {
  const { config, limits, runtime } = context;
  return async (call) => {
    const { signal, onEvent } = call.options;
    const faults = { provider: config.provider, redact: context.redact(call) };
    let round: Round = { started: call.started, tries: 0 };
    let recalls = 0;
    for (let attempts = 1; ; attempts++) {
      if (signal?.aborted) throw abortedError(signal, faults.redact);
      round = { ...round, tries: round.tries + 1 };
      const guard = openGuard(call, context, faults, round);
      try {
        return await openReply(call, guard, faults);
      } catch (thrown) {
        guard.abandon();
        const fault = toFault(guard.failure ?? thrown, faults);
        const again = nextDelay(context, fault, round);
        const delayMs = again ?? (recalls < limits.recalls ? recallDelay(context, fault) : undefined);
        if (delayMs === undefined) throw fault.error;
        onEvent?.({ type: 'retry', attempt: attempts, delayMs, reason: fault.error.message });
        await runtime.sleep(delayMs, signal);
        if (again !== undefined) continue;
        recalls++;
        round = { started: runtime.now(), tries: 0 };
      }
    }
  };
}

/** Opens a reply and waits for its first deltas. */
async function openReply(
  { wire }: Call,
  guard: AttemptGuard,
  faults: FaultContext,
): Promise<BatchSource<LLMDelta>> {
  const source = await wire.open(guard);
  let first = await source.next();
  const onFault = (thrown: unknown): never => {
    guard.abandon();
    throw lateError(thrown, guard, faults);
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
}

function lateError(thrown: unknown, guard: AttemptGuard, faults: FaultContext): ToolwrightError {
  return toFault(guard.failure ?? thrown, faults).error;
}

function openGuard(
  { options, streaming }: Call,
  { limits, runtime }: ClientContext,
  { redact }: FaultContext,
  { started }: Round,
): AttemptGuard {
  return new AttemptGuard({
    signal: options.signal,
    now: runtime.now,
    deadline: started + limits.totalMs,
    totalMs: limits.totalMs,
    firstChunkMs: streaming ? limits.firstChunkMs : Number.POSITIVE_INFINITY,
    idleMs: streaming ? limits.idleMs : Number.POSITIVE_INFINITY,
    redact,
  });
}

/** Returns the delay before the next attempt; undefined to give up. */
function nextDelay({ limits, runtime }: ClientContext, fault: Fault, { started, tries }: Round) {
  if (!fault.retryable || tries > limits.maxRetries) return undefined;
  const delayMs = Math.round(backoff(limits, runtime.random, fault, tries));
  const end = runtime.now() - started + delayMs;
  // An attempt cannot succeed within the last millisecond.
  return end > limits.maxTotalMs || end + 1 >= limits.totalMs ? undefined : delayMs;
}

/** Returns the delay before the whole call restarts; undefined if a restart cannot help or would take too long. */
function recallDelay({ limits, runtime }: ClientContext, fault: Fault): number | undefined {
  if (!fault.retryable) return undefined;
  const delayMs = Math.round(backoff(limits, runtime.random, fault, limits.maxRetries + 1));
  return delayMs > limits.maxTotalMs ? undefined : delayMs;
}

/**
 * Computes an exponential backoff with full jitter. A delay requested by the provider also gets some jitter, so that clients do not all
 * retry at once.
 */
function backoff(
  { baseDelayMs }: ClientContext['limits'],
  random: () => number,
  fault: Fault,
  tries: number,
): number {
  if (fault.retryAfterMs !== undefined) return fault.retryAfterMs + random() * baseDelayMs;
  return random() * Math.min(MAX_BACKOFF_MS, baseDelayMs * 2 ** (tries - 1));
}
