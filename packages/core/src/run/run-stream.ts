import { type AgentEvent, type RunResult, ToolwrightError } from '@toolwright/contract';
import { EventReader } from './event-reader.js';
import { runLoop } from './loop.js';
import type { RunEnding, RunSetup } from './run-setup.js';

/**
 * A run, as a stream of events. It begins when it is read: event by event, as text, or by waiting for its result;
 * one reader at a time, and leaving the loop (`break`) aborts the run.
 */
export class RunStream<Output = unknown> implements AsyncIterable<AgentEvent> {
  readonly #events: EventReader;
  #read = false;
  #ending: RunEnding | undefined;
  #result: Promise<RunResult<Output>> | undefined;
  #settle: ((ending: RunEnding) => void) | undefined;

  constructor(setup: RunSetup) {
    const onEnd = (ending: RunEnding): void => {
      this.#ending = ending;
      this.#settle?.(ending);
    };
    const events: EventReader = new EventReader((deliver) =>
      runLoop({ ...setup, onEnd, deliver, release: events.release }),
    );
    this.#events = events;
  }

  [Symbol.asyncIterator](): AsyncIterator<AgentEvent, RunResult> {
    if (this.#read) {
      throw new ToolwrightError('USAGE', 'This run is being read already.', {
        blame: 'developer',
        hint: 'Start another run, or collect the events where they are read.',
      });
    }
    this.#read = true;
    return this.#events;
  }

  /** The text of the model's replies as it comes, those between tool calls included. */
  get textStream(): AsyncIterable<string> {
    return readText(this);
  }

  /**
   * How the run ended. Reads the run to its end if nobody else has begun to by the next tick.
   * Rejects where the run throws; who iterates gets the same error.
   */
  get result(): Promise<RunResult<Output>> {
    this.#result ??= this.#awaitResult();
    return this.#result;
  }

  #awaitResult(): Promise<RunResult<Output>> {
    const result = new Promise<RunEnding>((resolve, reject) => {
      this.#settle = resolve;
      if (this.#ending) resolve(this.#ending);
      else setImmediate(() => this.#readAll().catch(reject));
    }).then(({ result, failure }) => {
      if (failure) throw failure.error;
      // The schema that the run was given has validated the output.
      return result as RunResult<Output>;
    });
    // Whoever iterates instead of awaiting this sees the error there.
    result.catch(() => {});
    return result;
  }

  async #readAll(): Promise<void> {
    if (this.#read) return;
    this.#read = true;
    while (!(await this.#events.next()).done);
  }
}

async function* readText(events: AsyncIterable<AgentEvent>): AsyncGenerator<string, void> {
  for await (const event of events) {
    if (event.type === 'text-delta') yield event.text;
  }
}
