import { searchWords } from '@toolwright/contract';

/** Words that say nothing about what a tool does. */
const STOP_WORDS = new Set(
  'a an and any are as at be by can could do does for from get give has have how i if in into is it its like me my need of on or our please should some tell than that the their them then there these this those to tool up use using want was we what when where which who will with would you your'.split(
    ' ',
  ),
);

/** Splits a text into lower-case words: see `searchWords`, and where camel case goes up. */
export function wordsOf(text: string): string[] {
  const parts = text
    .replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .replaceAll(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
  return searchWords(parts)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stemOf);
}

/** Endings of English words and what is left of them, tried in this order. */
const ENDINGS: readonly (readonly [ending: string, rest: string])[] = [
  ['ations', 'ate'],
  ['ation', 'ate'],
  ['ingly', ''],
  ['ings', ''],
  ['ing', ''],
  ['edly', ''],
  ['ies', 'y'],
  ['sses', 'ss'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['xes', 'x'],
  ['ers', ''],
  ['er', ''],
  ['ed', ''],
  ['ly', ''],
  ['ss', 'ss'],
  ['us', 'us'],
  ['is', 'is'],
  ['s', ''],
];

/** The least number of letters that a stem keeps. */
const MIN_STEM = 3;

/** Returns the stem of an English word, so that `converts`, `converting` and `conversion of` meet in most cases. Other words stay. */
export function stemOf(word: string): string {
  for (const [ending, rest] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, word.length - ending.length) + rest;
    if (stem.length < MIN_STEM) return word;
    // `planning` and `plan`, `create` and `creating`.
    const single = /([^aeiouls])\1$/.test(stem) ? stem.slice(0, -1) : stem;
    return withoutE(single);
  }
  return withoutE(word);
}

function withoutE(word: string): string {
  return word.length > MIN_STEM && word.endsWith('e') ? word.slice(0, -1) : word;
}
