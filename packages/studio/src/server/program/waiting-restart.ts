const LOOK_MS = 200;

export interface WaitingRestartOptions {
  /** Whether a call or a run is in progress. */
  readonly isBusy: () => boolean;
  readonly onWait: () => void;
  readonly restart: () => void;
}

/** Restarts the program once nothing is in progress, so that a tool that writes a source file does not abort its own call. */
export class WaitingRestart {
  readonly #options: WaitingRestartOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WaitingRestartOptions) {
    this.#options = options;
  }

  request(): void {
    if (this.#timer !== undefined) return;
    if (!this.#options.isBusy()) {
      this.#options.restart();
      return;
    }
    this.#options.onWait();
    this.#timer = setInterval(() => {
      if (!this.#options.isBusy()) this.now();
    }, LOOK_MS);
    this.#timer.unref();
  }

  /** Restarts the program immediately. */
  now(): void {
    this.close();
    this.#options.restart();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
