import { checkWhole } from '../base/check-values.js';
import { jsonOutput } from './json-output.js';
import type { OutputReader } from './output-reader.js';
import { type OutputSchema, readOutputSchema } from './output-schema.js';
import { OutputTask } from './output-task.js';

export interface OutputOptions<Output = unknown> {
  /** The schema of the answer. The validated value becomes the result's `output`. */
  readonly output?: OutputSchema<Output> | undefined;
  /** The maximum number of retries for an invalid answer. Default: 3. */
  readonly outputRetries?: number | undefined;
}

/** Creates the output tasks for the runs of one agent. Each schema is read and compiled only once. */
export class OutputTasks {
  readonly #readers = new WeakMap<OutputSchema, OutputReader>();

  /** Returns undefined if no output is requested. @throws ToolwrightError `INVALID_CONFIG` */
  create({ output, outputRetries }: OutputOptions): OutputTask | undefined {
    checkWhole(outputRetries, 'outputRetries');
    return output === undefined ? undefined : new OutputTask(this.#reader(output), outputRetries);
  }

  #reader(schema: OutputSchema): OutputReader {
    const known = this.#readers.get(schema);
    if (known !== undefined) return known;
    const reader = jsonOutput(readOutputSchema(schema));
    this.#readers.set(schema, reader);
    return reader;
  }
}
