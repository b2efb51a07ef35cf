import type { JsonSchema } from '@toolwright/contract';
import { conjunctionOf, itemSchemas, memberSchemas, typesOf } from './conjunction.js';

type Schemas = readonly (JsonSchema | boolean)[];

const MAX_HEIGHT = 24;

/** Tells how soon a value of a recursive schema can end. */
export class Termination {
  readonly #root: JsonSchema;
  readonly #known = new Map<JsonSchema, Map<number, boolean>>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** Returns the index of the option whose smallest value is least deep. */
  soonest(options: readonly Schemas[]): number {
    for (let height = 0; height <= MAX_HEIGHT; height++) {
      const found = options.findIndex((schemas) => this.#endsWithin(schemas, height));
      if (found !== -1) return found;
    }
    return 0;
  }

  #endsWithin(schemas: Schemas, height: number): boolean {
    if (height < 0) return false;
    const [only] = schemas;
    if (schemas.length !== 1 || typeof only !== 'object') return this.#compute(schemas, height);
    const heights = this.#known.get(only) ?? new Map<number, boolean>();
    this.#known.set(only, heights);
    const known = heights.get(height);
    if (known !== undefined) return known;
    heights.set(height, false); // a schema that refers to itself directly
    const ends = this.#compute(schemas, height);
    heights.set(height, ends);
    return ends;
  }

  #compute(schemas: Schemas, height: number): boolean {
    const all = conjunctionOf(schemas, this.#root);
    if (all.some(({ const: value, enum: values }) => value !== undefined || values !== undefined))
      return true;
    const unions = all.flatMap(({ anyOf, oneOf }) =>
      [anyOf, oneOf].filter((branches) => branches !== undefined),
    );
    if (!unions.every((branches) => branches.some((branch) => this.#endsWithin([branch], height))))
      return false;
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
