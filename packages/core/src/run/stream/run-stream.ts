import { type AgentEvent, builtInModule, type RunResult } from '@toolwright/contract';
import { type OutputSchema, readOutputSchema } from '../../output/output-schema.js';
import {
  OutputTracker,
  type OutputUpdate,
  pickOutputUpdates,
  pickPartialOutputs,
} from '../../output/partial/output-updates.js';
import type { PartialOutput } from '../../output/partial/partial-output.js';
import { runLoop } from '../loop.js';
import type { RunSetup } from '../run-setup.js';
import { EventReader } from './event-reader.js';
import { pickShown, pickText } from './pick-text.js';
import { ResultStream, type StreamSource } from './result-stream.js';

/** A run that can be read as a stream of events, as text, as a growing value, or as a promise for its result; see `ResultStream`. */
export class RunStream<Output = unknown, Partial = PartialOutput<Output>> extends ResultStream<
  AgentEvent,
  RunResult<Output>
> {
  readonly #output: OutputSchema | undefined;

  /** @param output the schema of the run's output, if it has one */
  constructor(source: StreamSource<AgentEvent, RunResult<Output>>, output?: OutputSchema) {
    super(source);
    this.#output = output;
  }

  /**
   * The text of the model's replies while it is written, including replies between tool calls. A reply that is not streamed
   * arrives as a whole. In a run with an output, the answer is shown once it is accepted.
   */
  get textStream(): AsyncIterable<string> {
    return readEach(this, (events) => pickText(events, this.#output !== undefined));
  }

  /** The events for a user interface: unchanged, but with the text of `textStream` in each `text-delta`. */
  get shownEvents(): AsyncIterable<AgentEvent> {
    return readEach(this, (events) => pickShown(events, this.#output !== undefined));
  }

  /** `shownEvents` together with the changes to the run's output. A partial output may be refused later. */
  get shownEventsAndOutput(): AsyncIterable<AgentEvent | OutputUpdate> {
    const tracker = new OutputTracker(this.#output);
    return readEach(this, (events) =>
      pickShown(events, this.#output !== undefined, (event) => tracker.push(event)),
    );
  }

  /**
   * The output of the run while it is written. Each value is a new object that extends the previous value and can still become a
   * valid output; the last value is the output itself. If an attempt is refused, the values of the next attempt follow, if any.
   * Use `outputUpdates` to see when an attempt is refused.
   */
  get partialOutputs(): AsyncIterable<Partial> {
    return readEach(this, (events) => pickPartialOutputs<Partial>(events, this.#output));
  }

  /** The same values, each with its attempt number: partial values, then `output-refused`, or `output-accepted` with the output. */
  get outputUpdates(): AsyncIterable<OutputUpdate<Output, Partial>> {
    return readEach(this, (events) => pickOutputUpdates<Output, Partial>(events, this.#output));
  }

  /** Encodes an output with its codecs: a `Date` becomes a string, a `Map` an object. A value that does not match stays unchanged. */
  toOutputJson(output: unknown): unknown {
    if (this.#output === undefined) return output;
    try {
      return readOutputSchema(this.#output).encode(output);
    } catch {
      // A program may show a value that is not the output.
      return output;
    }
  }
}

/**
 * Creates a run that starts when its stream is read. It belongs to the asynchronous context of its caller, such as an HTTP request, even if
 * something else reads the stream.
 */
export function streamRun<Output>(setup: RunSetup): RunStream<Output> {
  let onEnd: RunSetup['onEnd'];
  let fail: (error: unknown) => void = () => {};
  const ended = new Promise<RunResult<Output>>((resolve, reject) => {
    fail = reject;
    onEnd = ({ result, failure }) => {
      // The given schema validated the output.
      if (failure === undefined) resolve(result as RunResult<Output>);
      else reject(failure.error);
    };
  });
  const inContext = builtInModule('async_hooks')?.AsyncLocalStorage.snapshot();
  const events: EventReader<Output> = new EventReader((deliver) => {
    const { release, whenLeft } = events;
    const start = () => runLoop<Output>({ ...setup, onEnd, deliver, release, whenLeft });
    const run = inContext === undefined ? start() : inContext(start);
    // A run that fails to start never calls `onEnd`.
    run.catch(fail);
    return run;
  });
  return new RunStream({ events, ended }, setup.options.output);
}

/** Derives a stream from events. A reader that leaves it also leaves the run, even before its first chunk. */
function readEach<T>(
  events: AsyncIterable<AgentEvent>,
  pick: (events: AsyncIterable<AgentEvent>) => AsyncGenerator<T, void>,
): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const source = events[Symbol.asyncIterator]();
      const picked = pick({ [Symbol.asyncIterator]: () => source });
      const leave = async (): Promise<IteratorResult<T, void>> => {
        await source.return?.();
        return picked.return();
      };
      return { next: () => picked.next(), return: leave };
    },
  };
}
