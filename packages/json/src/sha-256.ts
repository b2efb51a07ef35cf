import { builtInModule } from '@toolwright/contract';

/** Returns the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const node = nodeCrypto();
  if (node !== undefined) return node.createHash('sha256').update(text).digest('hex');
  return toHex(digest(toUtf8(text)));
}

/** Returns the HMAC with SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function hmacSha256(key: string | Uint8Array, text: string): string {
  const node = nodeCrypto();
  if (node !== undefined) return node.createHmac('sha256', key).update(text).digest('hex');
  return toHex(authenticate(typeof key === 'string' ? toUtf8(key) : key, toUtf8(text)));
}

type NodeCrypto = Pick<typeof import('node:crypto'), 'createHash' | 'createHmac'>;

let found: NodeCrypto | null | undefined;

/** Node's own functions, which are faster. They load a library of 10 ms, so they are looked up when they are needed. */
function nodeCrypto(): NodeCrypto | undefined {
  if (found === undefined) found = builtInModule('crypto') ?? null;
  return found ?? undefined;
}

/** In bytes. */
const BLOCK = 64;

/**
 * SHA-256 without Node.js. Web Crypto has only an asynchronous one, and a library for it would add 10 ms to the start of programs on Node.js,
 * which never call it.
 * @see https://doi.org/10.6028/NIST.FIPS.180-4
 */
export function digest(message: Uint8Array): Uint8Array {
  const { start, round } = constants();
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length * 8);
  const state = Uint32Array.from(start);
  const words = new Uint32Array(BLOCK);
  for (let offset = 0; offset < padded.length; offset += BLOCK) {
    for (let index = 0; index < 16; index++) words[index] = view.getUint32(offset + 4 * index);
    addBlock(state, words, round);
  }
  const result = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) result.setUint32(4 * index, word);
  return new Uint8Array(result.buffer);
}

/** HMAC with {@link digest}. @see https://www.rfc-editor.org/rfc/rfc2104 */
export function authenticate(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? digest(key) : key);
  const join = (mask: number, rest: Uint8Array): Uint8Array =>
    Uint8Array.from([...padded.map((byte) => byte ^ mask), ...rest]);
  return digest(join(0x5c, digest(join(0x36, message))));
}

/** Adds a block to the state. @param words the block, and room for the words of the other rounds */
function addBlock(state: Uint32Array, words: Uint32Array, round: Uint32Array): void {
  const at = (list: Uint32Array, index: number): number => list[index] as number; // all indexes are within the lists
  for (let index = 16; index < BLOCK; index++) {
    const [early, late] = [at(words, index - 15), at(words, index - 2)];
    const mixedEarly = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const mixedLate = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[index] = at(words, index - 16) + mixedEarly + at(words, index - 7) + mixedLate;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < BLOCK; index++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + at(round, index) + at(words, index);
    const other = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = at(state, index) + word;
  });
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

let known: { readonly start: Uint32Array; readonly round: Uint32Array } | undefined;

/** The first 32 bits of the fractional parts of the roots of the first primes: 8 square roots and 64 cube roots. */
function constants(): NonNullable<typeof known> {
  if (known !== undefined) return known;
  const primes: number[] = [];
  for (let next = 2; primes.length < BLOCK; next++) {
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  }
  const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32);
  const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const round = primes.map((prime) => fraction(Math.cbrt(prime)));
  known = { start: Uint32Array.from(start), round: Uint32Array.from(round) };
  return known;
}

function toUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
