import type { JsonArray, JsonValue } from '@toolwright/contract';
import { sampleNumbers } from './sample-numbers.js';
import { sampleTexts } from './sample-texts.js';
import type { ArrayShape, Conjunction, NumberShape, ObjectShape, Shape, TextShape } from './shape.js';
import type { Side } from './side.js';

/** How a sample should differ from the smallest object. */
export interface ObjectWish {
  readonly without?: string;
  readonly having?: readonly [name: string, value: JsonValue];
  readonly count?: number;
}

/** Creates small values of shapes. A validator checks later whether the whole schema accepts them. */
export class Sampler {
  readonly #side: Side;
  readonly #known = new Map<Conjunction, JsonValue>();
  /** The conjunctions being sampled. A type that requires itself has no values. */
  readonly #open = new Set<Conjunction>();

  constructor(side: Side) {
    this.#side = side;
  }

  samples(shape: Shape): readonly JsonValue[] {
    switch (shape.kind) {
      case 'finite':
        return shape.values;
      case 'number':
        return this.numbers(shape, []);
      case 'string':
        return this.texts(shape, []);
      case 'array':
        return this.arrays(shape, shape.range.min);
      case 'object':
        return this.objects(shape);
      default:
        return shape satisfies never;
    }
  }

  numbers(shape: NumberShape, others: readonly NumberShape[]): readonly number[] {
    return sampleNumbers(shape, others);
  }

  texts(shape: TextShape, others: readonly TextShape[]): readonly string[] {
    return sampleTexts(shape, others);
  }

  /** Returns at most one array, with this length. */
  arrays(shape: ArrayShape, length: number): readonly JsonArray[] {
    if (length > MAX_LENGTH) return [];
    const items: JsonValue[] = [];
    for (let index = 0; index < length; index += 1) {
      const schema = shape.prefix[index] ?? shape.rest;
      const item = shape.isUnique ? this.#another(schema, items) : this.#sample(schema);
      if (item === undefined) return [];
      items.push(item);
    }
    return [items];
  }

  /** Returns at most one array, with two equal items. */
  repeated(shape: ArrayShape): readonly JsonArray[] {
    const length = Math.max(shape.range.min, shape.prefix.length + 2);
    const [long] = this.arrays(shape, Math.min(length, shape.range.max));
    const last = long?.at(-1);
    return long === undefined || last === undefined
      ? []
      : [long.map((item, index) => (index === long.length - 2 ? last : item))];
  }

  /** Returns at most one object. */
  objects(shape: ObjectShape, { without, having, count = 0 }: ObjectWish = {}): readonly JsonValue[] {
    const members = new Map<string, JsonValue>(having === undefined ? [] : [having]);
    const add = (name: string, schema: Conjunction): boolean => {
      if (members.has(name)) return true;
      const value = this.#sample(schema);
      if (value !== undefined) members.set(name, value);
      return value !== undefined;
    };
    if (![...shape.required].every((name) => add(name, shape.member(name)))) return [];
    const size = Math.max(count, shape.range.min);
    if (size > MAX_LENGTH) return [];
    for (const name of shape.names)
      if (members.size < size && name !== without) add(name, shape.member(name));
    for (let index = 1; members.size < size && index <= MAX_LENGTH; index += 1) {
      if (!add(`more${index}`, shape.member(`more${index}`))) return [];
    }
    return [Object.fromEntries(members)];
  }

  #sample(conjunction: Conjunction): JsonValue | undefined {
    return this.#another(conjunction, []);
  }

  /** Returns a value that is not in `taken`. */
  #another(conjunction: Conjunction, taken: readonly JsonValue[]): JsonValue | undefined {
    const known = this.#known.get(conjunction);
    if (known !== undefined && taken.length === 0) return known;
    if (conjunction.isNothing || this.#open.has(conjunction) || this.#open.size > MAX_DEPTH) return undefined;
    this.#side.budget.spend();
    this.#open.add(conjunction);
    const value = this.#find(conjunction, taken);
    this.#open.delete(conjunction);
    if (value !== undefined && taken.length === 0) this.#known.set(conjunction, value);
    return value;
  }

  #find(conjunction: Conjunction, taken: readonly JsonValue[]): JsonValue | undefined {
    const texts = new Set(taken.map((value) => JSON.stringify(value)));
    const shapes = [...this.#side.shapes(conjunction)].sort(
      (one, other) => RANKS[one.kind] - RANKS[other.kind],
    );
    for (const shape of shapes) {
      const value = this.samples(shape).find(
        (one) =>
          !(texts.size > 0 && texts.has(JSON.stringify(one))) &&
          this.#side.accepts(conjunction, one) !== false,
      );
      if (value !== undefined) return value;
    }
    return undefined;
  }
}

const MAX_LENGTH = 200;
const MAX_DEPTH = 40;

/** The order in which to try shapes: first those without nested values. */
const RANKS: Readonly<Record<Shape['kind'], number>> = {
  finite: 0,
  string: 1,
  number: 2,
  array: 3,
  object: 4,
};
