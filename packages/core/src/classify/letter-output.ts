import { isRecord, type TokenLogprob, ToolwrightError } from '@toolwright/contract';
import { listValues, showValue } from '@toolwright/tools/validation';
import type { OutputReader } from '../output/output-reader.js';
import { splitThinking } from '../output/text/split-thinking.js';
import type { ClassEntry } from './class-list.js';

/** The classes that one answer indicates. */
export interface LetterReading {
  /** Normalized probabilities in class order, which sum to 1; undefined if the provider returned none. */
  readonly probabilities: readonly number[] | undefined;
  /** The index of the class that the answer names. */
  readonly chosen: number;
}

/** The number of alternatives to request for each token: the maximum that providers return. */
const TOP = 20;

/**
 * Creates a reader that parses a class letter into a {@link LetterReading}.
 * @param mustWeigh whether to refuse an answer that has log probabilities but none for its letter, such as an answer that
 * consists of the class name
 */
export function letterOutput(
  entries: readonly ClassEntry[],
  withLogprobs: boolean,
  mustWeigh: boolean,
): OutputReader {
  return {
    name: 'class',
    prepare: (request) =>
      withLogprobs ? { ...request, options: { ...request.options, logprobs: { top: TOP } } } : request,
    async read({ text, response }) {
      const said = splitThinking(text).answer.trim();
      const chosen = findClass(said, entries);
      if (chosen === undefined) throw noClass(said, entries);
      const { logprobs = [] } = response;
      const token = findLetter(logprobs, chosen, entries);
      if (token === undefined && logprobs.length > 0 && withLogprobs && mustWeigh)
        throw noClass(said, entries);
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

/** Finds the token whose probabilities count: the first token of the last part of the answer that names the class. */
function findLetter(
  tokens: readonly TokenLogprob[],
  chosen: number,
  entries: readonly ClassEntry[],
): TokenLogprob | undefined {
  let found: TokenLogprob | undefined;
  let rest = '';
  for (let index = tokens.length - 1; index >= 0 && rest.length < MAX_ANSWER; index--) {
    const token = tokens[index] as TokenLogprob; // The index is within the list.
    rest = token.token + rest;
    const isLetter = indexOfLetter(token.token, entries) === chosen;
    if (isLetter && (found === undefined || findClass(rest, entries) === chosen)) found = token;
  }
  return found;
}

/** The maximum number of characters searched in an answer; enough for a letter with a name and its meaning. */
const MAX_ANSWER = 2_000;

/** The maximum number of characters in addition to a name and its meaning. A longer answer says more than the class and is ignored. */
const MAX_MARKS = 100;

/** Finds the class by its letter or its name. Small models write the name instead of the letter or next to it. */
function findClass(said: string, entries: readonly ClassEntry[]): number | undefined {
  const longest = Math.max(...entries.map(({ name, meaning }) => name.length + meaning.length));
  if (said.length > longest + MAX_MARKS) return undefined;
  const byLetter = indexOfLetter(said, entries);
  if (byLetter !== undefined) return byLetter;
  return findNamed(said, entries) ?? findPair(said, entries);
}

/** Compares exact names first: `c++` and `c#` differ only in their punctuation. */
function findNamed(text: string, entries: readonly ClassEntry[]): number | undefined {
  const exact = entries.findIndex(({ name }) => name.trim().toLowerCase() === text.trim().toLowerCase());
  if (exact >= 0) return exact;
  const like = entries.filter(({ name }) => bare(name) === bare(text) && bare(text) !== '');
  return like.length === 1 && like[0] !== undefined ? entries.indexOf(like[0]) : undefined;
}

/** Finds a letter together with its class name, in either order: `A: bug`, `bug (A)`. The meaning may follow, as in the prompt. */
function findPair(said: string, entries: readonly ClassEntry[]): number | undefined {
  const [, letter = '', after = ''] = LETTER_FIRST.exec(said) ?? [];
  const [, before = '', last = ''] = LETTER_LAST.exec(said) ?? [];
  return findBoth(letter, after, entries) ?? findBoth(last, before, entries);
}

function findBoth(letter: string, text: string, entries: readonly ClassEntry[]): number | undefined {
  const index = indexOfLetter(letter, entries);
  const entry = index === undefined ? undefined : entries[index];
  if (entry === undefined) return undefined;
  const isListed = entry.meaning !== '' && bare(text) === bare(`${entry.name} (${entry.meaning})`);
  return isListed || findNamed(text, entries) === index ? index : undefined;
}

const LETTER_FIRST = /^[^\p{L}\p{N}]*(\p{L})[^\p{L}\p{N}]+(.+)$/su;
const LETTER_LAST = /^(.+?)[^\p{L}\p{N}]+(\p{L})[^\p{L}\p{N}]*$/su;

/** Finds the class of a letter. Reads ` a`, `"A"`, `**A**` and `A.` as the letter `A`. */
function indexOfLetter(text: string, entries: readonly ClassEntry[]): number | undefined {
  const index = entries.findIndex(({ letter }) => letter.toLowerCase() === bare(text));
  return index < 0 ? undefined : index;
}

function bare(text: string): string {
  return text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/** Returns the probabilities of the letters among a token's alternatives, normalized over the classes. */
function readProbabilities({ token, logprob, top }: TokenLogprob, entries: readonly ClassEntry[]): number[] {
  const tokens = new Map([...top, { token, logprob }].map((one) => [one.token, one.logprob]));
  const sums = entries.map(() => 0);
  for (const [text, log] of tokens) {
    const index = indexOfLetter(text, entries);
    if (index !== undefined) sums[index] = (sums[index] ?? 0) + Math.exp(log);
  }
  const total = sums.reduce((sum, one) => sum + one, 0);
  // Providers report very small probabilities as a log probability of -9999, which becomes 0.
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
