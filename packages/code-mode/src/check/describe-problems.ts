import { shortenText, textStart } from '@toolwright/contract';
import type { ProgramProblem } from './checker.js';

/** The number of mistakes that a model gets at once. */
const MAX_PROBLEMS = 8;

/** The longest message, which quotes types of the program, in characters. */
const MAX_MESSAGE = 1_000;

/** The longest line of a program that is shown, in characters. */
const MAX_LINE = 200;

/** Describes mistakes as a model can use them: the line, a caret, and what the compiler says. */
export function describeProblems(problems: readonly ProgramProblem[]): string {
  const shown = problems.slice(0, MAX_PROBLEMS).map(describe);
  const more = problems.length - MAX_PROBLEMS;
  return [...shown, ...(more > 0 ? [`… and ${more} more errors.`] : [])].join('\n\n');
}

function describe({ message, line, column, text }: ProgramProblem): string {
  const start = column > MAX_LINE ? column - 1 : 0;
  const shown = textStart(text.slice(start), MAX_LINE);
  const caret = `${' '.repeat(column - 1 - start)}^`;
  return `Line ${line}:${column}: ${shortenText(message, MAX_MESSAGE, ' …')}\n  ${shown}\n  ${caret}`;
}
