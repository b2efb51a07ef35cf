import { splitThinking } from '../output/text/split-thinking.js';
import type { AnswerFormat } from './answer-format.js';
import { parseError } from './parse-error.js';

/** Parses answers as plain text, without thoughts or surrounding whitespace. Refuses empty answers. */
export const textParser: AnswerFormat<string> = {
  parse(text) {
    const answer = splitThinking(text).answer.trim();
    if (answer === '') throw parseError('The answer is empty. Write it as text.', text);
    return answer;
  },
  format: (value) => value,
};
