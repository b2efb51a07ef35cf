import type { AttemptGuard } from '../client/attempt-guard.js';
import type { Limits } from '../client/config.js';

/** Options of one attempt, as the generated SDKs take them: retrying is ours, and their timer only stands behind ours, which gives the better error. */
export function sdkOptions({ signal }: AttemptGuard, { totalMs }: Pick<Limits, 'totalMs'>) {
  return { signal, timeout: Math.ceil(Math.min(totalMs + 1000, 2 ** 31 - 1)), maxRetries: 0 };
}
