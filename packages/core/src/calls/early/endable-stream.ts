import { inNextTurn } from '@toolwright/contract';

/** A stream that its reader can end early. Items that have already arrived are still read, so a complete stream is never truncated. */
export class EndableStream<T> implements AsyncIterableIterator<T, undefined> {
  /** Whether the reader only wants the items that have already arrived. */
  isUnwanted = false;
  /** Whether the reader left the stream before its end. */
  isCut = false;
  readonly #source: AsyncIterator<T>;
  readonly #abort: () => void;

  /** @param abort aborts the work behind the stream; some sources cannot be closed while a read is pending */
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
    // Iterators in plain JavaScript may return a result instead of a promise.
    const step = Promise.resolve(given);
    const arrived = await Promise.race([step, nextTurn()]);
    if (arrived !== undefined) return arrived;
    this.isCut = true;
    // Errors of an abandoned stream do not matter. A generator only returns once the promise that it awaits has settled.
    void Promise.allSettled([step, this.return()]);
    this.#abort();
    return END;
  }
}

const END = { done: true, value: undefined } as const;

function nextTurn(): Promise<undefined> {
  return new Promise((resolve) => inNextTurn(() => resolve(undefined)));
}
