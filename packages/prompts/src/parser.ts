import type { TagsRead } from './tags.js';

/** A parser of answers: an object with `parse`, or only the function. */
export type Parser<Output = unknown> = AnswerParser<Output> | ParseFunction<Output>;

/**
 * Returns the value of an answer. The model reads whatever it throws and answers again: say what is wrong and what is expected. A
 * `ToolwrightError` with blame `developer` ends the call.
 */
export type ParseFunction<Output = unknown> = (
  text: string,
  context: ParseContext,
) => Output | Promise<Output>;

/** Converts the text of an answer to a typed value, and tells the model which format to write. */
export interface AnswerParser<Output = unknown> {
  /** A description of the answer's format for the model; added to the system message of each request. */
  readonly instructions?: string | undefined;
  /** See {@link ParseFunction}. */
  parse(text: string, context?: ParseContext): Output | Promise<Output>;
}

/** The second argument of a parser. */
export interface ParseContext {
  /** The answer split by the prompt's tags, if the prompt has tags; required tags are present. */
  readonly tags: TagsRead | undefined;
}
