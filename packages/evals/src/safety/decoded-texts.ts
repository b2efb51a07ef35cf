/** Longer texts are only read as they are, with their escapes. */
const MAX_DECODED = 500_000;
/** The shortest text that can hold eight letters. */
const BASE64 = /[A-Za-z0-9+/]{11,}/g;
const HEX = /[0-9a-f]{16,}/g;
const BYTES = /(?:%[0-9a-f]{2})+|(?:\\x[0-9a-f]{2})+/gi;
const CODES = /\\u([0-9a-f]{4})|(?:\\u\{|u\+|&#x)([0-9a-f]{1,6})[};]?|&#(\d{1,7});?/gi;

/** Yields a text, and what it says in common notations. Their number is fixed, so that the work is linear. */
export function* decodedTexts(text: string): Generator<string> {
  const plain = decodeEscapes(text);
  yield text;
  yield plain;
  if (text.length > MAX_DECODED) return;
  const backwards = [...plain].reverse().join('');
  for (const way of [plain, backwards]) {
    // `0x72, 0x65` and `72:65` are hexadecimal as well.
    yield* decodeAll(lettersOf(way.replace(/0x/gi, ' ')), HEX, 2, decodeHex);
    const unbroken = way.replace(/\s+/g, '');
    yield* decodeAll(unbroken.replaceAll('-', '+').replaceAll('_', '/'), BASE64, 4, decodeBase64);
    yield* decodeAll(way.replace(/[^A-Za-z0-9+/]+/g, ''), BASE64, 4, decodeBase64);
  }
}

/** Returns the letters and digits in their simplest form, without signs, marks and white space. */
export function lettersOf(text: string): string {
  // Marks are removed first as well: sorting a long run of them takes quadratic time.
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

/** Decodes the runs of an alphabet, from each place where a group of its digits may begin: other text may stand before them. */
function* decodeAll(
  text: string,
  alphabet: RegExp,
  group: number,
  decode: (run: string) => string,
): Generator<string> {
  const runs = text.match(alphabet) ?? [];
  for (let start = 0; start < group; start++) yield runs.map((run) => decode(run.slice(start))).join(' ');
}

function decodeHex(run: string): string {
  return Buffer.from(run, 'hex').toString();
}

function decodeBase64(run: string): string {
  return Buffer.from(run, 'base64').toString();
}

function decodeEscapes(text: string): string {
  return text
    .replace(BYTES, (bytes) => decodeHex(bytes.replace(/[^0-9a-f]+/gi, '')))
    .replace(CODES, (all, four?: string, other?: string, decimal?: string) => {
      const code = decimal === undefined ? Number.parseInt(four ?? other ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    });
}
