import type { AnswerParser } from '@toolwright/prompts';

/** A parser that can write what it reads: for examples in prompts, and for scripted models. */
export interface AnswerFormat<Output> extends AnswerParser<Output> {
  /**
   * An answer that stands for the value.
   * @throws ToolwrightError `USAGE` for a value that no answer can stand for
   */
  format(value: Output): string;
}
