export interface BatchSource<T> {
  /** Returns the next batch; undefined at the end. Never called again after the end or a rejection. */
  next(): Promise<readonly T[] | undefined>;
  /** Releases resources. Called once, if the consumer stops early. */
  close(): void;
}

/**
 * Creates an async iterable over the individual values of a source, which is opened when the first value is requested. A value from a
 * batch that has already arrived costs only one resolved promise, since no generators or chained streams are involved.
 */
export function streamBatches<T>(open: () => Promise<BatchSource<T>>): AsyncIterableIterator<T, undefined> {
  return new BatchedStream(open);
}

class BatchedStream<T> implements AsyncIterableIterator<T, undefined> {
  readonly #open: () => Promise<BatchSource<T>>;
  #source: BatchSource<T> | undefined;
  #batch: readonly T[] = [];
  #position = 0;
  #done = false;
  /** The current request. Concurrent calls are served one after another. */
  #pending: Promise<IteratorResult<T, undefined>> | undefined;

  constructor(open: () => Promise<BatchSource<T>>) {
    this.#open = open;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#pending) {
      const again = () => this.next();
      return this.#pending.then(again, again);
    }
    if (this.#position < this.#batch.length) return Promise.resolve(this.#take());
    if (this.#done) return Promise.resolve({ done: true, value: undefined });
    this.#pending = this.#pull();
    return this.#pending;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    const source = this.#source;
    this.#end();
    source?.close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): IteratorResult<T, undefined> {
    const value = this.#batch[this.#position++];
    // The index is within the bounds that `next` and `#pull` checked. T itself may include undefined.
    return { done: false, value: value as T };
  }

  /** Always awaits at least once, so that the caller sets `#pending` before this method clears it. */
  async #pull(): Promise<IteratorResult<T, undefined>> {
    try {
      this.#source ??= await this.#openSource();
      for (;;) {
        const batch = await this.#source?.next();
        if (batch === undefined || this.#done) break;
        this.#batch = batch;
        this.#position = 0;
        if (batch.length > 0) return this.#take();
      }
    } catch (error) {
      // A consumer that stopped early has already closed the source.
      if (!this.#done) {
        this.#end();
        throw error;
      }
    } finally {
      this.#pending = undefined;
    }
    this.#end();
    return { done: true, value: undefined };
  }

  /** Returns undefined if the consumer stopped while the source was opening. */
  async #openSource(): Promise<BatchSource<T> | undefined> {
    const source = await this.#open();
    if (!this.#done) return source;
    source.close();
    return undefined;
  }

  #end(): void {
    this.#done = true;
    this.#source = undefined;
    this.#batch = [];
    this.#position = 0;
  }
}
