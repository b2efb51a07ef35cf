/** Exit codes by the shell's rule: 128 and the number of the signal. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGPIPE: 141, SIGTERM: 143 } as const;

export type Stop = keyof typeof EXIT_CODES;

/** Why everything has to stop; the reason of the program's signal. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly exitCode: number;

  constructor(stop: Stop) {
    super(`The program got ${stop}.`);
    this.exitCode = EXIT_CODES[stop];
  }
}

/**
 * The one place for signals. The first stop aborts what is under way, so that everything that runs ends its children, its servers and
 * its line in the terminal; the next one does not wait for that. Within a turn, the first Ctrl-C ends the turn only.
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

  /** Runs work that Ctrl-C can end without ending the program. */
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

/** Listens to the signals of this process, and to readers that close their end of a pipe. */
export function listenForStops(): Interrupts {
  const interrupts = new Interrupts((exitCode) => process.exit(exitCode));
  for (const stop of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(stop, () => interrupts.stop(stop));
  for (const stream of [process.stdout, process.stderr]) {
    // Nobody reads any more, as with `| head`: there is nothing to say and nobody to say it to.
    stream.on('error', () => {
      if (!interrupts.signal.aborted) interrupts.stop('SIGPIPE');
    });
  }
  return interrupts;
}
