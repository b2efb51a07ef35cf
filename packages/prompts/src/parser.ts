import type { TagsRead } from './tags.js';

/** A parser for answers: an object with `parse`, or just a function. */
export type Parser<Output = unknown> = AnswerParser<Output> | ParseFunction<Output>;

/**
 * Returns the value of an answer. If it throws, the model receives the error message and answers again, so say what is wrong and what is
 * expected. A `ToolwrightError` with blame `developer` ends the call.
 */
export type ParseFunction<Output = unknown> = (
  text: string,
  context: ParseContext,
) => Output | Promise<Output>;

/** Converts the text of an answer to a typed value, and tells the model which format to write. */
export interface AnswerParser<Output = unknown> {
  /** A description of the answer format for the model, added to the system message of each request. */
  readonly instructions?: string | undefined;
  /** See {@link ParseFunction}. */
  parse(text: string, context?: ParseContext): Output | Promise<Output>;
}

/** The second argument of a parser. */
export interface ParseContext {
  /** The answer split into the prompt's tags, if the prompt has any. Required tags are present. */
  readonly tags: TagsRead | undefined;
}
