/** Whether no two elements accept the same character. */
export function areApart(places: readonly Characters[]): boolean {
  const taken = new Set<number>();
  let isBeyond = false;
  let isVague = false;
  for (const place of places) {
    const samples = place.samples();
    const goesBeyond = place.isVague || [...samples].some((point) => point >= ASCII);
    if ((isVague && goesBeyond) || (place.isVague && isBeyond)) return false;
    for (const point of samples) {
      if (taken.has(point)) return false;
      taken.add(point);
    }
    isBeyond ||= goesBeyond;
    isVague ||= place.isVague;
  }
  return true;
}

/** Reads the elements of one pattern. Equal elements are read once. */
export class CharacterReader {
  readonly #flags: string;
  readonly #samples: readonly number[];
  readonly #known = new Map<string, Characters>();

  /** @param named the first and last code points of the pattern's classes */
  constructor(flags: string, named: readonly number[]) {
    this.#flags = flags;
    const near = named.flatMap((point) => [point - 1, point, point + 1]);
    this.#samples = [...new Set([...SAMPLES, ...near])].filter((point) => point >= 0 && point <= LAST);
  }

  /** @param raw the source of the element. The engine itself decides which characters it accepts. */
  read(raw: string): Characters {
    const known = this.#known.get(raw);
    if (known !== undefined) return known;
    const expression = new RegExp(`^(?:${raw})$`, this.#flags);
    const characters = new Characters(expression, /\\p/i.test(raw), this.#samples);
    this.#known.set(raw, characters);
    return characters;
  }
}

/** The characters that one element of a pattern accepts: a character, a class, or an escape such as `\d`. */
export class Characters {
  readonly #expression: RegExp;
  readonly #ascii = new Uint8Array(ASCII);
  readonly #others = new Map<number, boolean>();
  readonly #samples: readonly number[];
  /** Whether the samples do not represent all characters beyond ASCII, as for scripts and other Unicode properties. */
  readonly isVague: boolean;
  #taken: ReadonlySet<number> | undefined;

  constructor(expression: RegExp, isVague: boolean, samples: readonly number[]) {
    this.#expression = expression;
    this.isVague = isVague;
    this.#samples = samples;
    for (let point = 0; point < ASCII; point += 1) this.#ascii[point] = this.#test(point) ? 1 : 0;
  }

  has(codePoint: number): boolean {
    if (codePoint < ASCII) return this.#ascii[codePoint] === 1;
    const known = this.#others.get(codePoint);
    if (known !== undefined) return known;
    const has = this.#test(codePoint);
    if (this.#others.size < MAX_KNOWN) this.#others.set(codePoint, has);
    return has;
  }

  /** Returns the accepted code points of `SAMPLES` and near the bounds of the pattern's classes. */
  samples(): ReadonlySet<number> {
    this.#taken ??= new Set(this.#samples.filter((point) => this.has(point)));
    return this.#taken;
  }

  #test(codePoint: number): boolean {
    return this.#expression.test(String.fromCodePoint(codePoint));
  }
}

const ASCII = 128;
const LAST = 0x10ffff;
const MAX_KNOWN = 5_000;

/** All ASCII characters, the bounds of `\s`, `\w` and `.` beyond ASCII, and some characters of other types. */
const SAMPLES: readonly number[] = [
  ...Array.from({ length: ASCII }, (_, point) => point),
  ...[0x80, 0x85, 0xa0, 0xb5, 0xe9, 0x17f, 0x3b1, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f],
  ...[0x212a, 0x3000, 0x4e00, 0xd800, 0xdfff, 0xe000, 0xfeff, 0xffff, 0x10000, 0x1f600, LAST],
];
