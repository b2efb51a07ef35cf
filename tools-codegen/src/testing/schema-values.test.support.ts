import type { JsonSchema, JsonValue } from '@toolwright/contract';

/** How much of a schema a value contains: only required members, or all members down to a few levels. */
type Extent = 'least' | 'most';

/** Enough for all members of messages; deeper levels contain only required members. */
const LEVELS = 6;

/** Values that a generated schema accepts: with and without optional members, and one of each alternative. */
export function schemaValues(root: JsonSchema): readonly JsonValue[] {
  const resolve = (schema: JsonSchema): JsonSchema => {
    if (schema.$ref === undefined) return schema;
    const target = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    if (target === undefined) throw new Error(`No ${schema.$ref}.`);
    return resolve(target);
  };

  const alternatives = (schema: JsonSchema): readonly JsonSchema[] =>
    resolve(schema).anyOf?.flatMap(alternatives) ?? [resolve(schema)];

  const sample = (schema: JsonSchema, extent: Extent, level: number): JsonValue => {
    const [resolved = schema] = alternatives(schema);
    const { type, const: value, enum: values } = resolved;
    if (value !== undefined) return value;
    if (values?.[0] !== undefined) return values[0];
    switch (Array.isArray(type) ? type[0] : type) {
      case 'object':
        return sampleObject(resolved, level < LEVELS ? extent : 'least', level + 1);
      case 'array':
        return extent === 'least' || typeof resolved.items !== 'object' || level > LEVELS
          ? []
          : alternatives(resolved.items).map((item) => sample(item, extent, level + 1));
      case 'string':
        return FORMATS[resolved.format ?? ''] ?? TEXT;
      case 'number':
      case 'integer':
        return resolved.minimum ?? 1;
      case 'boolean':
        return true;
      default:
        return null;
    }
  };

  const sampleObject = (
    { properties, required, additionalProperties }: JsonSchema,
    extent: Extent,
    level: number,
  ) => {
    const kept = Object.entries(properties ?? {}).filter(
      ([name]) => extent === 'most' || required?.includes(name) === true,
    );
    const named = kept.map(([name, schema]) => [name, sample(schema, extent, level)] as const);
    const isOpen = typeof additionalProperties === 'object' && extent === 'most';
    const more = isOpen ? [['another', sample(additionalProperties, extent, level)] as const] : [];
    return Object.fromEntries([...named, ...more]);
  };

  return alternatives(root).flatMap((schema) => [sample(schema, 'least', 0), sample(schema, 'most', 0)]);
}

/** Some texts must be times, although their types do not say so. */
const TEXT = '2026-02-03T04:05:06Z';

const FORMATS: Readonly<Record<string, string>> = {
  uri: 'file:///project/a.txt',
  'uri-template': 'file:///{path}',
  byte: 'aGVsbG8=',
};

/** Values of several types, so that most members refuse most of them. */
const OTHERS: readonly JsonValue[] = [null, 7, 'other', {}];

/** Invalid variants of the value, each with one mistake at its first level and a description of it. */
export function spoiledValues(
  value: JsonValue,
): readonly { readonly how: string; readonly value: JsonValue }[] {
  const spoiled = OTHERS.map((other) => ({
    how: `is ${JSON.stringify(other)}`,
    value: other,
  }));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return spoiled;
  const names = Object.keys(value);
  const entries = Object.entries(value);
  return [
    ...names.map((name) => ({
      how: `without ${name}`,
      value: Object.fromEntries(entries.filter(([key]) => key !== name)),
    })),
    ...names.flatMap((name) =>
      OTHERS.map((other) => ({
        how: `${name} is ${JSON.stringify(other)}`,
        value: { ...value, [name]: other },
      })),
    ),
    { how: 'with a member more', value: { ...value, unheardOf: 1 } },
    ...spoiled,
  ];
}
