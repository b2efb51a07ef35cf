import type { AgentEvent, RunResult } from '@toolwright/contract';
import { EventReader } from './event-reader.js';
import { runLoop } from './loop.js';
import { ResultStream } from './result-stream.js';
import type { RunSetup } from './run-setup.js';

/** A run that you read as a stream of events, as text, or as a promise of its result; see `ResultStream`. */
export class RunStream<Output = unknown> extends ResultStream<AgentEvent, RunResult<Output>> {
  /** The text of the model's replies while it is written, also of replies between tool calls. One that was not streamed comes as a whole. */
  get textStream(): AsyncIterable<string> {
    return readText(this);
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
    const run = runLoop<Output>({ ...setup, onEnd, deliver, release: events.release });
    // A run that cannot even begin has no end to tell of.
    run.catch(fail);
    return run;
  });
  return new RunStream({ events, ended });
}

/** A reader that leaves the text leaves the run, also before its first piece. */
function readText(events: AsyncIterable<AgentEvent>): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]() {
      const source = events[Symbol.asyncIterator]();
      const texts = pickText(source);
      const leave = async (): Promise<IteratorResult<string, void>> => {
        await source.return?.();
        return texts.return();
      };
      return { next: () => texts.next(), return: leave };
    },
  };
}

/** The text of each reply: its deltas, or its message if it had none. */
async function* pickText(source: AsyncIterator<AgentEvent>): AsyncGenerator<string, void> {
  let streamed = false;
  for await (const event of { [Symbol.asyncIterator]: () => source }) {
    if (event.type === 'llm-call') streamed = false;
    else if (event.type === 'text-delta') {
      streamed = true;
      yield event.text;
    } else if (event.type === 'message' && !streamed && event.message.role === 'assistant') {
      if (event.message.content) yield event.message.content;
    }
  }
}
