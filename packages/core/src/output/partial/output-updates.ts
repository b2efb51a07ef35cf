import type { AgentEvent } from '@toolwright/contract';
import { type OutputSchema, readOutputSchema } from '../output-schema.js';
import type { PartialOutput } from './partial-output.js';
import { type PartialReader, partialReaders } from './partial-reader.js';

/** A change to a run's output while the model writes it. Each answer of the model is one attempt, counted from 1. */
export type OutputUpdate<Output = unknown, Partial = PartialOutput<Output>> =
  | { readonly type: 'output-partial'; readonly attempt: number; readonly value: Partial }
  /** All values of the attempt must be discarded: the answer was refused, called tools, or was interrupted. */
  | { readonly type: 'output-refused'; readonly attempt: number }
  | { readonly type: 'output-accepted'; readonly attempt: number; readonly value: Output };

/** Tracks the attempts of a run. Each attempt that emitted a value ends as refused or accepted. */
export class OutputTracker {
  readonly #newReader: (() => PartialReader) | undefined;
  #reader: PartialReader | undefined;
  #attempts = 0;
  #isShown = false;

  constructor(schema: OutputSchema | undefined) {
    this.#newReader = schema && partialReaders(readOutputSchema(schema));
  }

  /** Processes the next event of the run and returns the change that it causes, if any. */
  push(event: AgentEvent): OutputUpdate | undefined {
    switch (event.type) {
      case 'text-delta':
        return this.#grow(event.text);
      case 'llm-call': {
        const refused = this.#refuse();
        this.#reader = this.#newReader?.();
        return refused;
      }
      case 'parse-error':
        return this.#refuse();
      case 'message':
        // A reply with tool calls is not an answer.
        return event.message.role === 'assistant' && event.message.tool_calls !== undefined
          ? this.#refuse()
          : undefined;
      case 'run-end':
        return 'output' in event.result ? this.#accept(event.result.output) : this.#refuse();
      default:
        return undefined;
    }
  }

  #grow(text: string): OutputUpdate | undefined {
    const value = this.#reader?.push(text);
    if (value === undefined) return undefined;
    if (!this.#isShown) this.#attempts += 1;
    this.#isShown = true;
    return { type: 'output-partial', attempt: this.#attempts, value };
  }

  #refuse(): OutputUpdate | undefined {
    this.#reader = undefined;
    if (!this.#isShown) return undefined;
    this.#isShown = false;
    return { type: 'output-refused', attempt: this.#attempts };
  }

  #accept(value: unknown): OutputUpdate {
    // An answer that was not streamed also counts as an attempt.
    if (!this.#isShown) this.#attempts += 1;
    return { type: 'output-accepted', attempt: this.#attempts, value };
  }
}

/** Yields the changes to a run's output, in order. */
export async function* pickOutputUpdates<Output, Partial>(
  events: AsyncIterable<AgentEvent>,
  schema: OutputSchema | undefined,
): AsyncGenerator<OutputUpdate<Output, Partial>, void> {
  const tracker = new OutputTracker(schema);
  for await (const event of events) {
    const update = tracker.push(event);
    // The schema guarantees the type: it accepted the output, and partial values are prefixes of values that it accepts.
    if (update !== undefined) yield update as OutputUpdate<Output, Partial>;
  }
}

/** Yields the growing output of each attempt, followed by the final output of the run. */
export async function* pickPartialOutputs<Partial>(
  events: AsyncIterable<AgentEvent>,
  schema: OutputSchema | undefined,
): AsyncGenerator<Partial, void> {
  for await (const update of pickOutputUpdates<Partial, Partial>(events, schema)) {
    if (update.type !== 'output-refused') yield update.value;
  }
}
