import type { TagSet, TagsOutput } from '@toolwright/prompts';
import type { OutputSchema } from '../output/output-schema.js';
import type { AnswerFormat } from './answer-format.js';
import { JsonParser } from './json-parser.js';
import { tagsParser } from './tags-parser.js';
import { textParser } from './text-parser.js';

/** The built-in parsers; a plain function also works. All refuse answers with `INVALID_OUTPUT` and a message for the model. */
export const parsers: Parsers = {
  json: (schema) => new JsonParser(schema),
  tags: tagsParser,
  text: textParser,
};

/** The type of `parsers`. */
export interface Parsers {
  /**
   * Parses JSON that matches a schema: a constant written by codegen, a schema from Zod, Valibot or a similar library, or a JSON Schema.
   * @throws ToolwrightError `INVALID_CONFIG`
   */
  readonly json: <Output>(schema: OutputSchema<Output>) => AnswerFormat<Output>;
  /** Parses XML tags, Markdown code blocks and signals. */
  readonly tags: <const Tags extends TagSet>(tags: Tags) => AnswerFormat<TagsOutput<Tags>>;
  /** Returns the text itself. */
  readonly text: AnswerFormat<string>;
}
