import type { AgentEvent, RunResult } from '@toolwright/contract';
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

/** A run that you read as a stream of events, as text, as a growing value, or as a promise of its result; see `ResultStream`. */
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
   * The text of the model's replies while it is written, also of replies between tool calls. One that was not streamed comes as a whole.
   * The answer of a run with an output is shown when it was accepted.
   */
  get textStream(): AsyncIterable<string> {
    return readEach(this, (events) => pickText(events, this.#output !== undefined));
  }

  /** The events for a user interface: as they are, but each `text-delta` is one of `textStream`. */
  get shownEvents(): AsyncIterable<AgentEvent> {
    return readEach(this, (events) => pickShown(events, this.#output !== undefined));
  }

  /** `shownEvents`, and between them what happens to the output of the run. A partial output may be refused later. */
  get shownEventsAndOutput(): AsyncIterable<AgentEvent | OutputUpdate> {
    const tracker = new OutputTracker(this.#output);
    return readEach(this, (events) =>
      pickShown(events, this.#output !== undefined, (event) => tracker.push(event)),
    );
  }

  /**
   * The output of the run while it is written: each value is a new one that adds to the one before, and can still become a valid output.
   * The last one is the output itself. A value of an attempt that is refused later is followed by one of the next attempt,
   * or by none: `outputUpdates` says when an attempt was refused.
   */
  get partialOutputs(): AsyncIterable<Partial> {
    return readEach(this, (events) => pickPartialOutputs<Partial>(events, this.#output));
  }

  /** The same with the number of the attempt: partial values, then `output-refused`, or `output-accepted` with the output. */
  get outputUpdates(): AsyncIterable<OutputUpdate<Output, Partial>> {
    return readEach(this, (events) => pickOutputUpdates<Output, Partial>(events, this.#output));
  }

  /** The output as JSON, by the codecs of its type: a `Date` is a text, a `Map` an object. A value that does not fit them stays as it is. */
  toOutputJson(output: unknown): unknown {
    if (this.#output === undefined) return output;
    try {
      return readOutputSchema(this.#output).encode(output);
    } catch {
      // A program may show something else than the output.
      return output;
    }
  }
}

/** A run that begins when its stream is read. */
export function streamRun<Output>(setup: RunSetup): RunStream<Output> {
  let onEnd: RunSetup['onEnd'];
  let fail: (error: unknown) => void = () => {};
  const ended = new Promise<RunResult<Output>>((resolve, reject) => {
    fail = reject;
    onEnd = ({ result, failure }) => {
      // The schema that the run was given has validated the output.
      if (failure === undefined) resolve(result as RunResult<Output>);
      else reject(failure.error);
    };
  });
  const events: EventReader<Output> = new EventReader((deliver) => {
    const run = runLoop<Output>({
      ...setup,
      onEnd,
      deliver,
      release: events.release,
      whenLeft: events.whenLeft,
    });
    // A run that cannot even begin has no end to tell of.
    run.catch(fail);
    return run;
  });
  return new RunStream({ events, ended }, setup.options.output);
}

/** A reader that leaves the stream leaves the run, also before its first piece. */
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
