import { isRecord, type TokenLogprob, ToolwrightError } from '@toolwright/contract';
import { listValues, showValue } from '@toolwright/tools/validation';
import type { OutputReader } from '../output/output-reader.js';
import { splitThinking } from '../output/text/split-thinking.js';
import type { ClassEntry } from './class-list.js';

/** What one answer says about each class, in the order of the classes. */
export interface LetterReading {
  /** Normalised log-probabilities, which sum up to 1; undefined if the provider returned none. */
  readonly probabilities: readonly number[] | undefined;
  /** Index of the class that the answer names. */
  readonly chosen: number;
}

/** The number of alternatives to request for each token: as many as providers return. */
const TOP = 20;

/** Reads answers that are the letter of a class as {@link LetterReading}s. */
export function letterOutput(entries: readonly ClassEntry[], withLogprobs: boolean): OutputReader {
  return {
    name: 'class',
    prepare: (request) =>
      withLogprobs ? { ...request, options: { ...request.options, logprobs: { top: TOP } } } : request,
    async read({ text, response }) {
      const said = splitThinking(text).answer.trim();
      const chosen = findClass(said, entries);
      if (chosen === undefined) throw noClass(said, entries);
      const token = response.logprobs?.findLast((one) => indexOfLetter(one.token, entries) === chosen);
      const value: LetterReading = { chosen, probabilities: token && readProbabilities(token, entries) };
      return { value, warnings: [], recovered: false };
    },
    write: (output) => entries[chosenIn(output)]?.letter ?? '',
    correct: ({ message }, place = 'and nothing else') => `${message} Answer with one letter, ${place}.`,
  };
}

function chosenIn(output: unknown): number {
  return isRecord(output) && typeof output.chosen === 'number' ? output.chosen : -1;
}

/** Finds the class by its letter, or by its name, which small models write instead. */
function findClass(said: string, entries: readonly ClassEntry[]): number | undefined {
  const byLetter = indexOfLetter(said, entries);
  if (byLetter !== undefined) return byLetter;
  const name = bare(said);
  const index = entries.findIndex((entry) => bare(entry.name) === name);
  return index < 0 ? undefined : index;
}

/** `A`, ` a`, `"A"`, `**A**` and `A.` are all the first letter. */
function indexOfLetter(text: string, entries: readonly ClassEntry[]): number | undefined {
  const index = entries.findIndex(({ letter }) => letter.toLowerCase() === bare(text));
  return index < 0 ? undefined : index;
}

function bare(text: string): string {
  return text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/** The probabilities of the letters among the alternatives to a token, normalised over the classes. */
function readProbabilities({ token, logprob, top }: TokenLogprob, entries: readonly ClassEntry[]): number[] {
  const tokens = new Map([...top, { token, logprob }].map((one) => [one.token, one.logprob]));
  const sums = entries.map(() => 0);
  for (const [text, log] of tokens) {
    const index = indexOfLetter(text, entries);
    if (index !== undefined) sums[index] = (sums[index] ?? 0) + Math.exp(log);
  }
  const total = sums.reduce((sum, one) => sum + one, 0);
  // Providers report a logarithm of -9999 for very small probabilities, which makes 0.
  if (total === 0) return entries.map(({ letter }) => Number(letter.toLowerCase() === bare(token)));
  return sums.map((one) => one / total);
}

function noClass(said: string, entries: readonly ClassEntry[]): ToolwrightError {
  const letters = listValues(entries.map(({ letter }) => letter));
  return new ToolwrightError(
    'INVALID_OUTPUT',
    `The answer must be one of ${letters}; got ${showValue(said)}.`,
    {
      blame: 'model',
      hint: 'Describe the classes more clearly, or use a model that answers with one letter.',
      cause: said,
    },
  );
}
