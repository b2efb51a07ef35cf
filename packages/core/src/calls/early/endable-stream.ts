/** A stream that can be ended by its reader. What has arrived by then is still read, so a stream that is at its end is not cut. */
export class EndableStream<T> implements AsyncIterableIterator<T, undefined> {
  /** The rest is not wanted, unless it is there already. */
  isUnwanted = false;
  /** The stream was left before its end. */
  isCut = false;
  readonly #source: AsyncIterator<T>;
  readonly #abort: () => void;

  /** @param abort ends the work behind the stream, if the source cannot do that while it is waited for */
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
    // Iterators in plain JavaScript may give a step without a promise.
    const step = Promise.resolve(given);
    const arrived = await Promise.race([step, nextTurn()]);
    if (arrived !== undefined) return arrived;
    this.isCut = true;
    // What becomes of a stream that was left is nobody's concern. A generator returns only when what it waits for has ended.
    void Promise.allSettled([step, this.return()]);
    this.#abort();
    return END;
  }
}

const END = { done: true, value: undefined } as const;

function nextTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(resolve, undefined));
}
