import type { TagsRead } from './tags.js';

/** Reads an answer: an object with `parse`, or just the function. */
export type Parser<Output = unknown> = AnswerParser<Output> | ParseFunction<Output>;

/**
 * Returns the value of an answer. The model reads whatever it throws and answers again: say what is wrong and what is expected. A
 * `ToolwrightError` with blame `developer` ends the call.
 */
export type ParseFunction<Output = unknown> = (
  text: string,
  context: ParseContext,
) => Output | Promise<Output>;

/** Turns the text of an answer into a typed value, and tells the model which form to write. */
export interface AnswerParser<Output = unknown> {
  /** Describes the form of the answer to the model; added to the system message of each request. */
  readonly instructions?: string | undefined;
  /** See {@link ParseFunction}. */
  parse(text: string, context?: ParseContext): Output | Promise<Output>;
}

/** The second argument of a parser. */
export interface ParseContext {
  /** The answer by the prompt's tags, if it has any; required ones are present. */
  readonly tags: TagsRead | undefined;
}
