/** Exit codes by the shell's rule: 128 plus the number of the signal. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGPIPE: 141, SIGTERM: 143 } as const;

export type Stop = keyof typeof EXIT_CODES;

/** The reason of the program's signal when everything has to stop. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly exitCode: number;

  constructor(stop: Stop) {
    super(`The program got ${stop}.`);
    this.exitCode = EXIT_CODES[stop];
  }
}

/**
 * Handles all signals. The first one aborts the work, so that it can end its child processes and servers and clean up the terminal; the
 * next one ends the process at once. During a turn, the first Ctrl-C ends only the turn.
 */
export class Interrupts {
  readonly #program = new AbortController();
  readonly #force: (exitCode: number) => void;
  #turn: AbortController | undefined;

  /** @param force Ends the process at once. */
  constructor(force: (exitCode: number) => void) {
    this.#force = force;
  }

  /** Aborted when the program has to stop. */
  get signal(): AbortSignal {
    return this.#program.signal;
  }

  stop(stop: Stop): void {
    if (stop === 'SIGINT' && this.#turn !== undefined && !this.#turn.signal.aborted) this.#turn.abort();
    else if (!this.signal.aborted) this.#program.abort(new Stopped(stop));
    else this.#force(EXIT_CODES[stop]);
  }

  /** Runs work that Ctrl-C ends without ending the program. */
  readonly turn = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const turn = new AbortController();
    this.#turn = turn;
    try {
      return await work(AbortSignal.any([this.signal, turn.signal]));
    } finally {
      this.#turn = undefined;
    }
  };
}

/** Listens to the signals of this process, and to pipes whose reader has closed them. */
export function listenForStops(): Interrupts {
  const interrupts = new Interrupts((exitCode) => process.exit(exitCode));
  for (const stop of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(stop, () => interrupts.stop(stop));
  for (const stream of [process.stdout, process.stderr]) {
    // The reader is gone, as with `| head`, so there is nothing to report.
    stream.on('error', () => {
      if (!interrupts.signal.aborted) interrupts.stop('SIGPIPE');
    });
  }
  return interrupts;
}
