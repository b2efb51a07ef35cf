import { inNextTurn, ToolwrightError } from '@toolwright/contract';

/** Events, and a promise that settles when the work behind them has ended. */
export interface StreamSource<Event, Result> {
  readonly events: AsyncIterator<Event, Result>;
  readonly ended: Promise<Result>;
}

/**
 * A stream of events that ends with a result. The work behind it starts when the stream is read by a loop or the result is awaited. A
 * stream can have only one reader. Leaving the loop (`break`) aborts the work.
 */
export class ResultStream<Event, Result> implements AsyncIterable<Event> {
  readonly #source: StreamSource<Event, Result>;
  #read = false;
  #result: Promise<Result> | undefined;

  constructor(source: StreamSource<Event, Result>) {
    this.#source = source;
    // The reader's loop throws the error, so this is not an unhandled rejection.
    source.ended.catch(() => {});
  }

  [Symbol.asyncIterator](): AsyncIterator<Event, Result> {
    if (this.#read) {
      throw new ToolwrightError('USAGE', 'This stream is already being read.', {
        blame: 'developer',
        hint: 'Start another stream, or share the events from the loop that reads them.',
      });
    }
    this.#read = true;
    return this.#source.events;
  }

  /** The result of the work. If nobody starts to read the stream by the next tick, reads it to its end. */
  get result(): Promise<Result> {
    this.#result ??= this.#awaitResult();
    return this.#result;
  }

  #awaitResult(): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => {
      this.#source.ended.then(resolve, reject);
      inNextTurn(() => void this.#readAll().catch(reject));
    });
    result.catch(() => {});
    return result;
  }

  async #readAll(): Promise<void> {
    if (this.#read) return;
    for await (const _ of this);
  }
}

/**
 * Creates the source of a stream from a generator.
 * @param start receives `onEnd` and `left`. `onEnd` reports the result before the generator returns, so that it is not lost if the
 * reader leaves. The signal `left` is aborted if the reader leaves while the generator is working.
 */
export function fromGenerator<Event, Result>(
  start: (onEnd: (result: Result) => void, left: AbortSignal) => AsyncGenerator<Event, Result>,
): StreamSource<Event, Result> {
  let resolve: (result: Result) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const ended = new Promise<Result>((onResult, onError) => {
    resolve = onResult;
    reject = onError;
  });
  const left = new AbortController();
  let working = 0;
  const generator = start(resolve, left.signal);
  const next = async (): Promise<IteratorResult<Event, Result>> => {
    working += 1;
    try {
      const step = await generator.next();
      if (step.done) resolve(step.value);
      return step;
    } catch (error) {
      reject(error);
      throw error;
    } finally {
      working -= 1;
    }
  };
  const leave = async (): Promise<IteratorResult<Event, Result>> => {
    // A working generator would only return at its next event.
    if (working > 0) left.abort();
    try {
      return await generator.return(LEFT);
    } catch (error) {
      reject(error);
      throw error;
    } finally {
      reject(new ToolwrightError('ABORTED', 'The reader left the stream before its end.', { blame: 'user' }));
    }
  };
  return { ended, events: { next, return: leave } };
}

/** Never seen, because a reader that has left requests no value. */
const LEFT = undefined as never;
