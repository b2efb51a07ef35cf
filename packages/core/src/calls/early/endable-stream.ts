/** A stream that its reader can end early. Steps that arrived by then are still read, so a stream that is already complete is not cut. */
export class EndableStream<T> implements AsyncIterableIterator<T, undefined> {
  /** The reader does not want the rest, except what has already arrived. */
  isUnwanted = false;
  /** The reader left the stream before its end. */
  isCut = false;
  readonly #source: AsyncIterator<T>;
  readonly #abort: () => void;

  /** @param abort ends the work behind the stream, for sources that cannot be ended while they are awaited */
  constructor(source: AsyncIterator<T>, abort: () => void) {
    this.#source = source;
    this.#abort = abort;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    const step = this.#source.next();
    return this.isUnwanted ? this.#nextOrEnd(step) : step;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    await this.#source.return?.();
    return END;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #nextOrEnd(given: Promise<IteratorResult<T, undefined>>): Promise<IteratorResult<T, undefined>> {
    // Iterators in plain JavaScript may return a step without a promise.
    const step = Promise.resolve(given);
    const arrived = await Promise.race([step, nextTurn()]);
    if (arrived !== undefined) return arrived;
    this.isCut = true;
    // Errors of an abandoned stream concern nobody. A generator only returns once the promise that it awaits has settled.
    void Promise.allSettled([step, this.return()]);
    this.#abort();
    return END;
  }
}

const END = { done: true, value: undefined } as const;

function nextTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(resolve, undefined));
}
