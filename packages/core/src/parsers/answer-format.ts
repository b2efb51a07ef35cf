import type { AnswerParser } from '@toolwright/prompts';

/** A parser that can also write answers, for prompt examples and scripted models. */
export interface AnswerFormat<Output> extends AnswerParser<Output> {
  /**
   * Writes a value as an answer.
   * @throws ToolwrightError `USAGE` for a value that no answer can express
   */
  format(value: Output): string;
}
