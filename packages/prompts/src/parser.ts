import type { TagsRead } from './tags.js';

/** Reads an answer: an object with `parse`, or just the function. */
export type Parser<Output = unknown> = AnswerParser<Output> | ParseFunction<Output>;

/**
 * Gives the value that an answer stands for. Whatever it throws is told to the model, which answers again: say what is wrong and
 * what is expected. A `ToolwrightError` whose blame is `developer` ends the call.
 */
export type ParseFunction<Output = unknown> = (
  text: string,
  context: ParseContext,
) => Output | Promise<Output>;

/** Turns the text of an answer into a typed value, and tells the model which form to write. */
export interface AnswerParser<Output = unknown> {
  /** Tells the model the form of its answer; added to the system message of each request. */
  readonly instructions?: string | undefined;
  /** See {@link ParseFunction}. */
  parse(text: string, context?: ParseContext): Output | Promise<Output>;
}

/** What a parser knows beside the text. */
export interface ParseContext {
  /** The answer by the tags of the prompt, if it has any; required ones are there. */
  readonly tags: TagsRead | undefined;
}
