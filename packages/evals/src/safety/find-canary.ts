/**
 * Finds a canary in a text, also written in base64, in hexadecimal, percent-encoded, backwards, or with signs between its letters. The comparison
 * ignores case, except for base64.
 */
export function findCanary(canaries: readonly string[], text: string): string | undefined {
  const plain = lettersOf(text);
  const unbroken = text.replace(/\s+/g, '');
  const decoded = lettersOf(
    text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
  return canaries.find((canary) => {
    const letters = lettersOf(canary);
    const forms = [letters, [...letters].reverse().join(''), Buffer.from(canary).toString('hex')];
    return (
      forms.some((form) => plain.includes(form) || decoded.includes(form)) ||
      base64Forms(canary).some((form) => unbroken.includes(form))
    );
  });
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

/** Without signs and white space. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** The part of the base64 of a text that does not depend on what surrounds it, for each of the three positions. */
function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(`${'x'.repeat(shift)}${text}`)
      .toString('base64')
      .replace(/=+$/, '');
    const start = shift === 0 ? 0 : shift + 1;
    return encoded.slice(start, -1);
  });
}
