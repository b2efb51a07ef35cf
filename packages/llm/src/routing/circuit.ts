/** Options of the circuit breaker of each client. */
export interface BreakerOptions {
  /** After how many failures in a row a client is skipped. Default: 3. */
  readonly failures?: number | undefined;
  /**
   * For how many milliseconds. Then one request tries the client again. If the provider asked for more time (`Retry-After`), the client
   * is skipped that long, but at most ten minutes. Default: 30,000.
   */
  readonly cooldownMs?: number | undefined;
}

export interface CircuitSettings {
  readonly failures: number;
  readonly cooldownMs: number;
  readonly now: () => number;
}

/** Keeps requests from a client that has failed several times in a row. */
export class Circuit {
  readonly #settings: CircuitSettings;
  #failures = 0;
  /** Until when the provider asked to wait. */
  #blockedUntil = Number.NEGATIVE_INFINITY;
  /** When the next request may be sent; undefined while the circuit is closed. */
  #openUntil: number | undefined;

  constructor(settings: CircuitSettings) {
    this.#settings = settings;
  }

  get failures(): number {
    return this.#failures;
  }

  /** How long the client is still skipped, in milliseconds. */
  get waitMs(): number {
    return this.#openUntil === undefined ? 0 : Math.max(0, this.#openUntil - this.#settings.now());
  }

  /**
   * Whether a request may be sent. After the cooldown, one request tries the client. The others wait until it succeeds, or for another
   * cooldown, because it may never end.
   */
  enter(): boolean {
    if (this.#openUntil === undefined) return true;
    if (this.waitMs > 0) return false;
    this.#open();
    return true;
  }

  succeed(): void {
    this.#failures = 0;
    this.#blockedUntil = Number.NEGATIVE_INFINITY;
    this.#openUntil = undefined;
  }

  /** @param retryAfterMs how long the provider asked to wait, in milliseconds */
  fail(retryAfterMs = 0): void {
    this.#failures += 1;
    // A client of the user may give any number, also NaN.
    const waitMs = retryAfterMs > 0 ? Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) : 0;
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#settings.now() + waitMs);
    if (this.#failures >= this.#settings.failures) this.#open();
  }

  #open(): void {
    const { cooldownMs, now } = this.#settings;
    this.#openUntil = Math.max(now() + cooldownMs, this.#blockedUntil);
  }
}

/** A wrong header must not switch a client off for good. */
const MAX_RETRY_AFTER_MS = 600_000;
