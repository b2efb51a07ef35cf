import type { JsonSchema, JsonType } from '@toolwright/contract';
import { areExclusive, findTarget, isContainer } from '@toolwright/json-schema';

/** One way to match a schema: a list of schemas without alternatives that must all accept the value. */
export interface Variant {
  readonly schemas: readonly JsonSchema[];
}

/** Finds the variants of each part of a schema. */
export class SchemaVariants {
  readonly #root: JsonSchema;
  readonly #ids = new Map<JsonSchema, number>();
  readonly #known = new Map<string, readonly Variant[] | undefined>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** Returns the variants of a value that must match all schemas; undefined if it can only be validated as a whole. */
  of(schemas: readonly JsonSchema[]): readonly Variant[] | undefined {
    const key = schemas.map((schema) => this.#idOf(schema)).join();
    if (!this.#known.has(key)) {
      const variants = product(schemas.map((schema) => this.#split(schema, [])));
      this.#known.set(
        key,
        variants?.map((parts) => ({ schemas: parts })),
      );
    }
    return this.#known.get(key);
  }

  #idOf(schema: JsonSchema): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }

  #split(schema: JsonSchema, above: readonly JsonSchema[]): Alternatives | undefined {
    if (above.includes(schema) || !isGradual(schema)) return undefined;
    const path = [...above, schema];
    const { $ref, allOf = [], anyOf, oneOf } = schema;
    const target = $ref === undefined ? {} : findTarget($ref, this.#root);
    if (target === undefined || (oneOf !== undefined && !this.#isExclusive(oneOf))) return undefined;
    const union = (branches: readonly JsonSchema[] | undefined): Alternatives | undefined => {
      if (branches === undefined) return [[]];
      const found = branches.map((branch) => this.#split(branch, path));
      return found.every((one) => one !== undefined) ? found.flat() : undefined;
    };
    const all = [...($ref === undefined ? [] : [target]), ...allOf].map((one) => this.#split(one, path));
    return product([[[schema]], ...all, union(anyOf), union(oneOf)]);
  }

  #isExclusive(branches: readonly JsonSchema[]): boolean {
    return areExclusive(branches, (ref) =>
      typeof ref === 'string' ? findTarget(ref, this.#root) : undefined,
    );
  }
}

type Alternatives = readonly (readonly JsonSchema[])[];

/** The values of schemas with more variants are not shown before they are complete. */
const MAX_VARIANTS = 64;

function product(parts: readonly (Alternatives | undefined)[]): Alternatives | undefined {
  let joined: Alternatives = [[]];
  for (const part of parts) {
    if (part === undefined || joined.length * part.length > MAX_VARIANTS) return undefined;
    joined = joined.flatMap((one) => part.map((other) => [...one, ...other]));
  }
  return joined;
}

/** Keywords that can only be validated on a complete value. */
const WHOLE: readonly string[] = [
  ...['not', 'if', 'contains', 'uniqueItems', 'minProperties', 'maxProperties', 'propertyNames'],
  ...['patternProperties', 'dependentRequired', 'dependentSchemas', 'dependencies', 'unevaluatedItems'],
  ...['unevaluatedProperties', '$dynamicRef', '$recursiveRef', 'additionalItems', '$id', '$anchor'],
];

/** Whether each member and item of a value can be validated as soon as it is written. */
function isGradual(schema: JsonSchema): boolean {
  return (
    isContainer(schema) && !Array.isArray(schema.items) && !WHOLE.some((key) => Object.hasOwn(schema, key))
  );
}

/** Whether a schema allows values of this type. */
export function allowsType({ type }: JsonSchema, wanted: JsonType): boolean {
  if (type === undefined) return true;
  const types = typeof type === 'string' ? [type] : type;
  return types.includes(wanted) || (wanted === 'integer' && types.includes('number'));
}
