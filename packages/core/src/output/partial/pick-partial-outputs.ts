import type { AgentEvent } from '@toolwright/contract';
import { type OutputSchema, readOutputSchema } from '../output-schema.js';
import { type PartialReader, partialReaders } from './partial-reader.js';

/** The growing output of each reply, and at last the output of the run. */
export async function* pickPartialOutputs<Partial>(
  events: AsyncIterable<AgentEvent>,
  schema: OutputSchema | undefined,
): AsyncGenerator<Partial, void> {
  const newReader = schema && partialReaders(readOutputSchema(schema));
  let reader: PartialReader | undefined;
  for await (const event of events) {
    if (event.type === 'llm-call') reader = newReader?.();
    else if (event.type === 'text-delta') {
      const partial = reader?.push(event.text);
      // The schema stands for the type, and the value is the beginning of one that it accepts.
      if (partial !== undefined) yield partial as Partial;
    } else if (event.type === 'run-end' && 'output' in event.result) yield event.result.output as Partial;
  }
}
