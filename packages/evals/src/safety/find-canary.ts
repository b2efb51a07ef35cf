import { decodedTexts, lettersOf } from './decoded-texts.js';

/**
 * Finds a canary in a text, however its letters and digits are spaced out or capitalized, and also backwards, in base64, in hexadecimal, as escapes
 * (`%72`, `\x72`, `\u0072`, `U+0072`, `&#114;`) and in look-alikes that Unicode says are the same letters, such as full-width ones. Linear in the text.
 * Not found: letters that are missing or exchanged (also for those of other scripts), letters between them, ciphers such as ROT13, lists of decimal, octal or
 * binary codes, compressed text, notations inside of notations, and base64 or hexadecimal in a text of more than 500,000 characters.
 */
export function findCanary(canaries: readonly string[], text: string): string | undefined {
  const forms = canaries.map((canary) => {
    const letters = lettersOf(canary);
    return { canary, letters, backwards: [...letters].reverse().join('') };
  });
  for (const decoded of decodedTexts(text)) {
    const letters = lettersOf(decoded);
    const found = forms.find((form) => letters.includes(form.letters) || letters.includes(form.backwards));
    if (found !== undefined) return found.canary;
  }
  return undefined;
}

/** The shortest piece that counts. */
const MIN_PIECE = 4;
/** The most texts that the pieces may be spread over. */
const MAX_TEXTS = 20;
/** Longer texts, such as files, contain short pieces by chance. */
const MAX_LETTERS = 10_000;

/**
 * Finds a canary that is cut into pieces, in any order and among other words. Limits: the pieces are in 20 consecutive texts of at most 10,000
 * letters and digits each, and are not encoded. Pieces of at least four letters or digits make up the canary, and shorter ones at most a sixth of it.
 */
export function findSplitCanary(canaries: readonly string[], texts: readonly string[]): string | undefined {
  const all = texts.map(lettersOf).filter(({ length }) => length <= MAX_LETTERS);
  return canaries.find((canary) => {
    const letters = lettersOf(canary);
    const found = all.map((text) => piecesOf(letters, text));
    return all.some((_, start) => {
      const end = start + MAX_TEXTS;
      const near = found.slice(start, end);
      const open = letters
        .split('')
        .map((unit, index) => (near.some((places) => places.has(index)) ? ' ' : unit));
      const rest = open.join('').split(' ').filter(Boolean);
      if (rest.join('').length > letters.length / 6) return false;
      return rest.every((piece) => all.slice(start, end).some((text) => text.includes(piece)));
    });
  });
}

/** Returns the indexes of the letters of a canary that are in a text as parts of pieces. */
function piecesOf(letters: string, text: string): ReadonlySet<number> {
  const places = new Set<number>();
  for (let start = 0; start + MIN_PIECE <= letters.length; start++) {
    if (!text.includes(letters.slice(start, start + MIN_PIECE))) continue;
    for (let index = start; index < start + MIN_PIECE; index++) places.add(index);
  }
  return places;
}
