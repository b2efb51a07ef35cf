/** Letters of languages that put no spaces between words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;

const WORDS = new RegExp(String.raw`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\p{L}\p{M}])+|\d+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

/**
 * Splits a text into words for a search, in lower case. Where a language puts no spaces between them, each two letters in a row are a word, so
 * that texts meet wherever a dictionary would divide them.
 */
export function searchWords(text: string): string[] {
  const runs = text.toLowerCase().match(WORDS) ?? [];
  return runs.flatMap((run) => (IS_UNSPACED.test(run) ? pairsOf(run) : [run]));
}

function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
