import type { JsonSchema } from '@toolwright/contract';
import { conjunctionOf, itemSchemas, memberSchemas, typesOf } from './conjunction.js';
import type { SchemaKeys } from './schema-keys.js';

type Schemas = readonly (JsonSchema | boolean)[];

const MAX_HEIGHT = 24;
/** Values that are nested more deeply count as endless. */
const MAX_NESTING = 64;

/** Tells how soon a value of a recursive schema can end. */
export class Termination {
  readonly #root: JsonSchema;
  readonly #keys: SchemaKeys;
  readonly #known = new Map<string, boolean>();

  constructor(root: JsonSchema, keys: SchemaKeys) {
    this.#root = root;
    this.#keys = keys;
  }

  /** Returns the index of the option whose smallest value is least deep. */
  soonest(options: readonly Schemas[]): number {
    for (let height = 0; height <= MAX_HEIGHT; height++) {
      const found = options.findIndex((schemas) => this.#endsWithin(schemas, height));
      if (found !== -1) return found;
    }
    return 0;
  }

  /** Whether any value can end: not if each one must contain another one of its kind. */
  canEnd(schemas: Schemas): boolean {
    return this.#endsWithin(schemas, MAX_NESTING);
  }

  #endsWithin(schemas: Schemas, height: number): boolean {
    if (height < 0) return false;
    const key = `${height} ${this.#keys.keyOf(schemas)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, false); // schemas that refer to themselves directly
    const ends = this.#compute(schemas, height);
    this.#known.set(key, ends);
    return ends;
  }

  #compute(schemas: Schemas, height: number): boolean {
    const all = conjunctionOf(schemas, this.#root);
    if (all.some(({ const: value, enum: values }) => value !== undefined || values !== undefined))
      return true;
    const union = this.#keys.findUnion(all);
    if (union !== undefined)
      return union.branches.some((branch) => this.#endsWithin([...union.rest, branch], height));
    const types = typesOf(all);
    if (types.some((type) => type !== 'object' && type !== 'array')) return true;
    const required = [...new Set(all.flatMap((schema) => schema.required ?? []))];
    const objectEnds = required.every((name) => this.#endsWithin(memberSchemas(all, name), height - 1));
    const count = Math.max(0, ...all.flatMap(({ minItems }) => minItems ?? []));
    const arrayEnds = Array.from({ length: Math.min(count, 100) }, (_, index) => index).every((index) =>
      this.#endsWithin(itemSchemas(all, index), height - 1),
    );
    return (types.includes('object') && objectEnds) || (types.includes('array') && arrayEnds);
  }
}
