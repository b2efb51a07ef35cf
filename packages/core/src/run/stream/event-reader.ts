import type { AgentEvent, RunResult } from '@toolwright/contract';

/** Delivers an event to the run's reader. Resolves at the reader's next request; rejects with {@link READER_LEFT} if the reader leaves. */
export type Deliver = (event: AgentEvent) => Promise<void>;

/** The error for events that are emitted after the reader has left. */
export const READER_LEFT = new Error('The consumer stopped reading the run.');

type Step<Output> = IteratorResult<AgentEvent, RunResult<Output>>;
type Ending<Output> = { readonly step: Step<Output> } | { readonly error: unknown };

/**
 * Reads the events of a run one by one, like a generator: the run starts at the first request, continues with each further request,
 * and ends when its reader leaves. The run itself is a plain function, so that passing events through its layers costs nothing.
 */
export class EventReader<Output = unknown> implements AsyncIterator<AgentEvent, RunResult<Output>> {
  readonly #begin: (deliver: Deliver) => Promise<RunResult<Output>>;
  /** Resolves when the run has ended, and never rejects; undefined before the run starts. */
  #run: Promise<void> | undefined;
  readonly #asked: Waiting<Step<Output>>[] = [];
  /** Set while the run is waiting for a request. */
  #idle: Waiting<void> | undefined;
  /** Events since the run was released that have not been requested yet. */
  readonly #kept: AgentEvent[] = [];
  #abort: (() => void) | undefined;
  #ending: Ending<Output> | undefined;
  #released = false;
  #left = false;
  #over = false;

  constructor(begin: (deliver: Deliver) => Promise<RunResult<Output>>) {
    this.#begin = begin;
  }

  next(): Promise<Step<Output>> {
    if (this.#over || this.#left) return Promise.resolve(END);
    const kept = this.#kept.shift();
    if (kept !== undefined) return Promise.resolve({ done: false, value: kept });
    if (this.#ending !== undefined) return this.#takeEnding(this.#ending);
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      const idle = this.#idle;
      this.#idle = undefined;
      if (idle !== undefined) idle.resolve();
      else this.#start();
    });
  }

  /**
   * Ends the run, by aborting its work if it is not waiting for the reader. Earlier requests are still answered. A run that has not
   * started ends at its first event, so that it has a result like any other run.
   */
  async return(): Promise<Step<Output>> {
    this.#left = true;
    const idle = this.#idle;
    this.#idle = undefined;
    if (idle !== undefined) idle.reject(READER_LEFT);
    else if (this.#ending === undefined) this.#abort?.();
    await this.#start();
    return END;
  }

  /** Called when the run must end without waiting for its reader. Events are kept until they are requested. */
  readonly release = (): void => {
    this.#released = true;
    this.#idle?.resolve();
    this.#idle = undefined;
  };

  /** Stores the function that aborts the work of the run. */
  readonly whenLeft = (abort: () => void): void => {
    this.#abort = abort;
  };

  #start(): Promise<void> {
    this.#run ??= this.#begin(this.#deliver).then(this.#end, this.#fail);
    return this.#run;
  }

  readonly #deliver: Deliver = (event) => {
    const asked = this.#asked.shift();
    if (asked !== undefined) asked.resolve({ done: false, value: event });
    else if (!this.#left) this.#kept.push(event);
    if (this.#released && !this.#left) return Promise.resolve();
    return new Promise((resolve, reject) => {
      if (this.#asked.length > 0) resolve();
      else if (this.#left) reject(READER_LEFT);
      else this.#idle = { resolve, reject };
    });
  };

  readonly #end = (result: RunResult<Output>): void => {
    this.#close({ step: { done: true, value: result } });
  };

  readonly #fail = (error: unknown): void => {
    this.#close({ error });
  };

  /** Returns the ending once; after that, the reader has reached its end. */
  #takeEnding(ending: Ending<Output>): Promise<Step<Output>> {
    this.#over = true;
    return 'error' in ending ? Promise.reject(ending.error) : Promise.resolve(ending.step);
  }

  #close(ending: Ending<Output>): void {
    this.#ending = ending;
    const asked = this.#asked.shift();
    if (asked === undefined && !this.#left) return;
    this.#over = true;
    if (asked !== undefined && 'error' in ending) asked.reject(ending.error);
    else if (asked !== undefined && 'step' in ending) asked.resolve(ending.step);
    for (const { resolve } of this.#asked.splice(0)) resolve(END);
  }
}

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** The iterator result after the end, which has no value. As with generators, the type does not express this. */
const END: Step<never> = { done: true, value: undefined as never };
