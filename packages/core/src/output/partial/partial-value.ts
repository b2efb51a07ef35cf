import type { JsonSchema, JsonType } from '@toolwright/contract';
import { ExactNumber, type JsonVisitor, setMember } from '@toolwright/json';
import { jsonTypeOf } from '@toolwright/json-schema';
import { allowsType, type SchemaVariants, type Variant } from './schema-variants.js';
import {
  acceptsLeaf,
  type Fits,
  hasAllMembers,
  itemSchemas,
  mayGrow,
  memberSchemas,
} from './variant-rules.js';

/** The schemas that one variant of the container defines for a value. */
interface Place {
  /** Undefined at the root. */
  readonly from: Variant | undefined;
  readonly schemas: readonly JsonSchema[];
}

/** The variants that a value can still match, each with the container variants that allow it. */
type Choices = ReadonlyMap<Variant, ReadonlySet<Variant | undefined>>;

/** A position for a value. Without `choices`, the value is only validated, and only shown, once it is complete. */
interface Spot {
  readonly places: readonly Place[];
  readonly choices: Choices | undefined;
}

interface Frame {
  readonly container: Record<string, unknown> | unknown[];
  readonly spot: Spot;
  /** The variants that all members so far match. */
  alive: Choices;
  key: string;
}

/**
 * A JSON value that grows while it is written, as long as it can become valid. Numbers, enum values and formatted strings are only
 * shown when complete; other strings and containers grow. A wrong member ends the output.
 */
export class PartialValue implements JsonVisitor {
  /** Whether a member is wrong. Then nothing more is shown. */
  isWrong = false;
  /** Whether something was added since the last snapshot. */
  hasGrown = false;
  /** Whether the value has any known members. */
  hasMembers = false;
  readonly #variants: SchemaVariants;
  readonly #fits: Fits;
  readonly #roots: readonly JsonSchema[];
  readonly #frames: Frame[] = [];
  /** The number of open containers within an unknown member, which is dropped; undefined outside of such a member. */
  #ignored: number | undefined;
  /** The number of innermost frames that are not shown. */
  #hidden = 0;
  /** The number of shown members and items in open containers. */
  #members = 0;
  #text = '';
  /** The first half of a surrogate pair that may be completed by the next chunk. */
  #half = '';
  /** The length of the text in code points. */
  #length = 0;
  #textSpot: Spot | undefined;

  /** @param roots alternative schemas for the value */
  constructor(roots: readonly JsonSchema[], variants: SchemaVariants, fits: Fits) {
    this.#roots = roots;
    this.#variants = variants;
    this.#fits = fits;
  }

  /** The number of values that a snapshot copies. */
  get size(): number {
    return this.#members + this.#frames.length;
  }

  /** The variants that the value can still match. */
  get rootVariants(): readonly Variant[] {
    return [...(this.#frames[0]?.alive.keys() ?? [])];
  }

  /** Returns the value so far. Snapshots share complete parts. */
  snapshot(): unknown {
    this.hasGrown = false;
    let inner: unknown = this.#isTextShown() ? this.#text : undefined;
    for (let depth = this.#frames.length - this.#hidden - 1; depth >= 0; depth -= 1) {
      const { container, key } = this.#frames[depth] ?? NO_FRAME;
      const copy = Array.isArray(container) ? [...container] : { ...container };
      if (inner !== undefined) put(copy, key, inner);
      inner = copy;
    }
    return inner;
  }

  open(isList: boolean): void {
    if (this.isWrong || this.#ignores(1)) return;
    const spot = this.#hidden > 0 ? NOWHERE : this.#enter(isList ? 'array' : 'object');
    if (this.#frames.length >= MAX_DEPTH) this.isWrong = true;
    if (this.isWrong) return;
    this.#frames.push({ container: isList ? [] : {}, spot, alive: spot.choices ?? new Map(), key: '' });
    if (spot.choices === undefined) this.#hidden += 1;
    else this.hasGrown = true;
  }

  close(): void {
    const frame = this.isWrong || this.#ignores(-1) ? undefined : this.#frames.pop();
    if (frame === undefined) return;
    const { container, alive, spot } = frame;
    if (this.#hidden > 0) {
      this.#hidden -= 1;
      this.#put(container, this.#hidden > 0 ? [] : this.#judge(container, spot));
      return;
    }
    this.#members -= Array.isArray(container) ? container.length : Object.keys(container).length;
    this.#put(
      container,
      parentsOf(alive, (variant) => hasAllMembers(container, variant)),
    );
  }

  key(name: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined || this.#ignored !== undefined) return;
    frame.key = name;
    // With duplicate members, it is only known at the end which one counts.
    if (Object.hasOwn(frame.container, name)) this.isWrong = true;
    if (this.#hidden === 0 && this.#places().length === 0) this.#ignored = 0;
  }

  scalar(value: unknown): void {
    if (this.isWrong || this.#ignores(0)) return;
    const type = jsonTypeOf(value);
    if (value instanceof ExactNumber || type === undefined) this.isWrong = true;
    else if (this.#hidden > 0) this.#put(value, []);
    else this.#put(value, this.#judge(value, this.#enter(type)));
  }

  openText(): void {
    if (this.isWrong || this.#ignored !== undefined) return;
    this.#textSpot = this.#hidden > 0 ? NOWHERE : this.#enter('string');
    this.hasGrown ||= this.#isTextShown();
  }

  text(piece: string): void {
    if (this.isWrong || this.#ignored !== undefined) return;
    const text = this.#half + piece;
    this.#half = HALF.exec(text)?.[0] ?? '';
    const whole = this.#half === '' ? text : text.slice(0, -1);
    this.#text += whole;
    this.#length += countCharacters(whole);
    this.hasGrown ||= whole !== '' && this.#isTextShown();
  }

  closeText(): void {
    if (this.isWrong || this.#ignores(0)) return;
    const text = this.#text + this.#half;
    const spot = this.#textSpot ?? NOWHERE;
    this.#text = '';
    this.#half = '';
    this.#length = 0;
    this.#textSpot = undefined;
    this.#put(text, this.#hidden > 0 ? [] : this.#judge(text, spot));
  }

  /** Whether to ignore a token as part of an unknown member. @param opened the change in the number of open containers */
  #ignores(opened: 1 | 0 | -1): boolean {
    if (this.#ignored === undefined) return false;
    this.#ignored += opened;
    if (this.#ignored === 0) this.#ignored = undefined;
    return true;
  }

  /** Whether the open string can be shown before it is complete. */
  #isTextShown(): boolean {
    const variants = this.#textSpot?.choices?.keys() ?? [];
    return [...variants].some((variant) => mayGrow(this.#length, variant));
  }

  /** Returns the position for a value of this type. The value is wrong if no variant accepts it. */
  #enter(type: JsonType): Spot {
    const allows = ({ schemas }: Place | Variant) => schemas.every((schema) => allowsType(schema, type));
    const places = this.#places().filter(allows);
    const found = places.map(({ from, schemas }) => ({ from, variants: this.#variants.of(schemas) }));
    if (found.some(({ variants }) => variants === undefined)) return { places, choices: undefined };
    const isContainer = type === 'object' || type === 'array';
    const choices = new Map<Variant, Set<Variant | undefined>>();
    for (const { from, variants = [] } of found) {
      for (const variant of variants) {
        if (!allows(variant)) continue;
        if (isContainer && variant.schemas.some(hasLiterals)) return { places, choices: undefined };
        const parents = choices.get(variant) ?? new Set();
        choices.set(variant, parents.add(from));
      }
    }
    if (choices.size === 0) this.isWrong = true;
    return { places, choices };
  }

  #places(): readonly Place[] {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return this.#roots.map((schema) => ({ from: undefined, schemas: [schema] }));
    const { container, key, alive } = frame;
    return [...alive.keys()].flatMap((from) => {
      const schemas = Array.isArray(container)
        ? itemSchemas(container.length, from)
        : memberSchemas(key, from);
      return schemas === undefined ? [] : [{ from, schemas }];
    });
  }

  /** Returns the container variants that accept a complete value. */
  #judge(value: unknown, { places, choices }: Spot): readonly (Variant | undefined)[] {
    const accepted =
      choices === undefined
        ? places
            .filter(({ schemas }) => schemas.every((schema) => this.#fits(value, schema)))
            .map(({ from }) => from)
        : parentsOf(choices, ({ schemas }) => schemas.every((one) => acceptsLeaf(value, one, this.#fits)));
    if (accepted.length === 0) this.isWrong = true;
    return accepted;
  }

  /** Adds a complete value to its container. @param accepted the container variants that accept it */
  #put(value: unknown, accepted: readonly (Variant | undefined)[]): void {
    const frame = this.#frames.at(-1);
    if (this.#hidden === 0 && accepted.length === 0) this.isWrong = true;
    if (this.isWrong || frame === undefined) return;
    put(frame.container, frame.key, value);
    if (this.#hidden > 0) return;
    this.#members += 1;
    this.hasMembers = true;
    this.hasGrown = true;
    // Usually, all variants accept the value.
    if (accepted.length < frame.alive.size)
      frame.alive = new Map([...frame.alive].filter(([variant]) => accepted.includes(variant)));
  }
}

/** The same maximum depth as the JSON parser's. */
const MAX_DEPTH = 1_000;

/** Matches the first half of a surrogate pair at the end of text. */
const HALF = /[\ud800-\udbff]$/;

function countCharacters(text: string): number {
  return text.length - (text.match(/[\udc00-\udfff]/g)?.length ?? 0);
}

/** The position inside a value that is only validated as a whole. */
const NOWHERE: Spot = { places: [], choices: undefined };
const NO_FRAME: Pick<Frame, 'container' | 'key'> = { container: {}, key: '' };

function hasLiterals(schema: JsonSchema): boolean {
  return schema.const !== undefined || schema.enum !== undefined;
}

/** Returns the container variants that still have at least one choice. */
function parentsOf(
  choices: Choices,
  isLeft: (variant: Variant) => boolean,
): readonly (Variant | undefined)[] {
  const parents = new Set<Variant | undefined>();
  for (const [variant, from] of choices) {
    if (isLeft(variant)) for (const parent of from) parents.add(parent);
  }
  return [...parents];
}

function put(container: Record<string, unknown> | unknown[], key: string, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  else setMember(container, key, value);
}
