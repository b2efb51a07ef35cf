/** Options of each client's circuit breaker. */
export interface BreakerOptions {
  /** The number of consecutive failures after which a client is skipped. Default: 3. */
  readonly failures?: number | undefined;
  /**
   * The time in milliseconds for which a client is skipped before one request tries it again. If the provider requested a longer delay
   * (`Retry-After`), that delay applies, up to ten minutes. Default: 30,000.
   */
  readonly cooldownMs?: number | undefined;
}

export interface CircuitSettings {
  readonly failures: number;
  readonly cooldownMs: number;
  readonly now: () => number;
}

/** A circuit breaker: skips a client that failed several times in a row. */
export class Circuit {
  readonly #settings: CircuitSettings;
  #failures = 0;
  /** The end of the delay that the provider requested. */
  #blockedUntil = Number.NEGATIVE_INFINITY;
  /** When the next request may be sent; undefined while the circuit is closed. */
  #openUntil: number | undefined;

  constructor(settings: CircuitSettings) {
    this.#settings = settings;
  }

  get failures(): number {
    return this.#failures;
  }

  /** The time in milliseconds for which the client is still skipped. */
  get waitMs(): number {
    return this.#openUntil === undefined ? 0 : Math.max(0, this.#openUntil - this.#settings.now());
  }

  /**
   * Whether a request may be sent. After the cooldown, one request tries the client. Other requests skip the client until that one
   * succeeds, or until another cooldown has passed, because it may never finish.
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

  /** @param retryAfterMs the delay that the provider requested, in milliseconds */
  fail(retryAfterMs = 0): void {
    this.#failures += 1;
    // A custom client may pass any number, even NaN.
    const waitMs = retryAfterMs > 0 ? Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) : 0;
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#settings.now() + waitMs);
    if (this.#failures >= this.#settings.failures) this.#open();
  }

  #open(): void {
    const { cooldownMs, now } = this.#settings;
    this.#openUntil = Math.max(now() + cooldownMs, this.#blockedUntil);
  }
}

/** The maximum delay, so that a wrong header cannot disable a client permanently. */
const MAX_RETRY_AFTER_MS = 600_000;
