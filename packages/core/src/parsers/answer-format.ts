import type { AnswerParser } from '@toolwright/prompts';

/** A parser that can also write answers, for examples in prompts and for scripted models. */
export interface AnswerFormat<Output> extends AnswerParser<Output> {
  /**
   * Writes an answer for the value.
   * @throws ToolwrightError `USAGE` for a value that no answer can express
   */
  format(value: Output): string;
}
