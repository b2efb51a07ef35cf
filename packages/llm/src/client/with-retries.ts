import type { GenerateOptions, ToolwrightError } from '@toolwright/contract';
import { type Fault, type FaultContext, toFault } from '../faults/fault.js';
import { AttemptGuard, abortedError } from './attempt-guard.js';
import type { ClientRuntime, Limits } from './config.js';

export interface Call {
  readonly options: Pick<GenerateOptions, 'signal' | 'onEvent'>;
  readonly limits: Limits;
  readonly runtime: Pick<ClientRuntime, 'now' | 'sleep' | 'random'>;
  readonly faults: FaultContext;
  /** When the call began, on the clock of `now`: what of it came before counts for its total time. */
  readonly started: number;
  /** False where the reply comes in one piece, so that only the total time bounds it. */
  readonly streaming: boolean;
}

/** No wait grows beyond this by itself; a provider may ask for longer. */
const MAX_BACKOFF_MS = 30_000;

/** What a call has used up since it was begun, or begun anew. */
interface Round {
  readonly started: number;
  readonly tries: number;
}

/**
 * Runs attempts until one succeeds, a fault cannot be helped by trying again, or tries, time and recalls run out.
 * @param attempt owns the guard if it succeeds, and must release it
 * @throws ToolwrightError of the last attempt
 */
export async function withRetries<T>(call: Call, attempt: (guard: AttemptGuard) => Promise<T>): Promise<T> {
  const { options, limits, runtime, faults } = call;
  const { signal } = options;
  let round: Round = { started: call.started, tries: 0 };
  let recalls = 0;
  for (let attempts = 1; ; attempts++) {
    if (signal?.aborted) throw abortedError(signal, faults.redact);
    round = { ...round, tries: round.tries + 1 };
    const guard = openGuard(call, round);
    try {
      return await attempt(guard);
    } catch (thrown) {
      guard.abandon();
      const fault = toFault(guard.failure ?? thrown, faults);
      const again = nextDelay(call, fault, round);
      const delayMs = again ?? (recalls < limits.recalls ? recallDelay(call, fault) : undefined);
      if (delayMs === undefined) throw fault.error;
      options.onEvent?.({ type: 'retry', attempt: attempts, delayMs, reason: fault.error.message });
      await runtime.sleep(delayMs, signal);
      if (again !== undefined) continue;
      recalls++;
      round = { started: runtime.now(), tries: 0 };
    }
  }
}

/** The error of a stream that fails when it is too late for another attempt. */
export function lateError(thrown: unknown, guard: AttemptGuard, faults: FaultContext): ToolwrightError {
  return toFault(guard.failure ?? thrown, faults).error;
}

function openGuard({ options, limits, runtime, faults, streaming }: Call, { started }: Round): AttemptGuard {
  return new AttemptGuard({
    signal: options.signal,
    now: runtime.now,
    deadline: started + limits.totalMs,
    totalMs: limits.totalMs,
    firstChunkMs: streaming ? limits.firstChunkMs : Number.POSITIVE_INFINITY,
    idleMs: streaming ? limits.idleMs : Number.POSITIVE_INFINITY,
    redact: faults.redact,
  });
}

/** How long to wait before the next attempt; undefined where there is none. */
function nextDelay({ limits, runtime }: Call, fault: Fault, { started, tries }: Round) {
  if (!fault.retryable || tries > limits.maxRetries) return undefined;
  const delayMs = Math.round(backoff(limits, runtime.random, fault, tries));
  const end = runtime.now() - started + delayMs;
  // Within the last millisecond no attempt can succeed.
  return end > limits.maxTotalMs || end + 1 >= limits.totalMs ? undefined : delayMs;
}

/** How long to wait before the call is begun anew; undefined where that cannot help, or not for long. */
function recallDelay({ limits, runtime }: Call, fault: Fault): number | undefined {
  if (!fault.retryable) return undefined;
  const delayMs = Math.round(backoff(limits, runtime.random, fault, limits.maxRetries + 1));
  return delayMs > limits.maxTotalMs ? undefined : delayMs;
}

/** Exponential with full jitter; where the provider names a time, that time and some jitter, so that clients do not return all at once. */
function backoff({ baseDelayMs }: Limits, random: () => number, fault: Fault, tries: number): number {
  if (fault.retryAfterMs !== undefined) return fault.retryAfterMs + random() * baseDelayMs;
  return random() * Math.min(MAX_BACKOFF_MS, baseDelayMs * 2 ** (tries - 1));
}
