import { LONGEST_TIMER_MS } from '@toolwright/contract';

/** The end of a request, with all that it waits for: the caller's signal, or its longest time. */
export class Deadline {
  /** For `fetch`; null if the request may take any time. */
  readonly signal: AbortSignal | null;
  readonly #caller: AbortSignal | undefined;
  readonly #timeoutMs: number | undefined;
  readonly #timeout: AbortSignal | undefined;

  constructor(caller: AbortSignal | undefined, timeoutMs: number | undefined) {
    this.#caller = caller;
    this.#timeoutMs = timeoutMs;
    // Longer times are beyond every process.
    const hasTimer = timeoutMs !== undefined && timeoutMs <= LONGEST_TIMER_MS;
    this.#timeout = hasTimer ? AbortSignal.timeout(Math.ceil(timeoutMs)) : undefined;
    const signals = [caller, this.#timeout].filter((signal) => signal !== undefined);
    this.signal = signals.length === 0 ? null : AbortSignal.any(signals);
  }

  /**
   * Does work of others, which may ignore the signal, and never end.
   * @param failure makes the error of work that failed, or that took too long
   * @throws the reason of the caller's signal, unchanged
   */
  async wait<Value>(
    work: () => Value | Promise<Value>,
    failure: (error: unknown, late: string | undefined) => unknown,
  ): Promise<Value> {
    const { signal } = this;
    let stop = (): void => undefined;
    const end = new Promise<never>((_resolve, reject) => {
      stop = () => reject(signal?.reason);
    });
    signal?.addEventListener('abort', stop);
    try {
      signal?.throwIfAborted();
      return await Promise.race([end, (async () => work())()]);
    } catch (error) {
      this.#caller?.throwIfAborted();
      const isLate = this.#timeout?.aborted === true;
      throw failure(error, isLate ? `no answer within ${this.#timeoutMs} ms` : undefined);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }
}
