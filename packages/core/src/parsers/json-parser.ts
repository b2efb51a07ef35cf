import { jsonOutput } from '../output/json-output.js';
import type { OutputReader } from '../output/output-reader.js';
import { type OutputSchema, readOutputSchema } from '../output/output-schema.js';
import { readOutput } from '../output/parse-output.js';
import type { AnswerFormat } from './answer-format.js';

/** Parses JSON answers that match a schema, and repairs them without inventing values. */
export class JsonParser<Output> implements AnswerFormat<Output> {
  readonly instructions: string;
  /** Requests JSON through the provider's API. */
  readonly reader: OutputReader;
  readonly #read: (text: string) => Promise<unknown>;

  /** @throws ToolwrightError `INVALID_CONFIG` for a value that is not a schema */
  constructor(schema: OutputSchema<Output>) {
    const target = readOutputSchema(schema);
    this.reader = jsonOutput(target);
    this.#read = async (text) => (await readOutput(text, target)).value;
    const form =
      target.schema === undefined ? '' : `, that matches this JSON Schema: ${JSON.stringify(target.schema)}`;
    this.instructions = `Your final answer must contain exactly one JSON value, ${target.name}${form}`;
  }

  async parse(text: string): Promise<Output> {
    // The schema validated the value.
    return (await this.#read(text)) as Output;
  }

  format(value: Output): string {
    return JSON.stringify(value);
  }
}
