import type { JsonSchema, JsonType } from '@toolwright/contract';
import { canonicalJson, setMember } from '@toolwright/json';

/** A keyword of a merged schema that one of its parts had to give up. */
export interface LostKeyword {
  readonly keyword: string;
  readonly what: string;
}

type Written = Record<string, unknown>;
type Rule = (one: unknown, other: unknown, lose: (what: string) => void) => unknown;

/**
 * Joins two schemas without `$ref` that a value must both match. Annotations of the first take precedence.
 * @param lose receives what the joined schema does not say
 */
export function mergeSchemas(
  first: JsonSchema,
  second: JsonSchema,
  lose: (lost: LostKeyword) => void,
): JsonSchema {
  const merged: Written = { ...first };
  for (const [keyword, value] of Object.entries(second)) {
    const known = Object.hasOwn(merged, keyword) ? merged[keyword] : undefined;
    if (OBJECT.has(keyword)) continue;
    if (known === undefined) setMember(merged, keyword, value);
    else if (canonicalJson(known) !== canonicalJson(value))
      merged[keyword] = (RULES[keyword] ?? keepFirst)(known, value, (what) => lose({ keyword, what }));
  }
  return { ...merged, ...mergeObjects(first, second, lose) };
}

const OBJECT: ReadonlySet<string> = new Set(['properties', 'additionalProperties', 'required']);

/** Annotations, of which one is enough. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'writeOnly',
  'readOnly',
]);

const keepFirst: Rule = (one, _other, lose) => {
  lose('two parts say different things');
  return one;
};

const first: Rule = (one) => one;
const larger: Rule = (one, other) => Math.max(Number(one), Number(other));
const smaller: Rule = (one, other) => Math.min(Number(one), Number(other));

const RULES: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries([...ANNOTATIONS].map((name) => [name, first])),
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  uniqueItems: (one, other) => one === true || other === true,
  items: (one, other) => ({ allOf: [one, other] }),
  type: (one, other, lose) => {
    const kept = commonTypes([one].flat() as JsonType[], [other].flat() as JsonType[]);
    if (kept.length === 0) lose('no value has both types');
    return kept.length === 0 ? one : kept.length === 1 ? kept[0] : kept;
  },
  enum: (one, other, lose) => {
    if (!Array.isArray(one) || !Array.isArray(other)) return one;
    const values = new Set(other.map(canonicalJson));
    const kept = one.filter((value) => values.has(canonicalJson(value)));
    if (kept.length === 0) lose('no value is in both lists');
    return kept.length === 0 ? one : kept;
  },
  anyOf: bothChoices,
  oneOf: bothChoices,
};

/** Each branch of the first choice must also match the second choice. */
function bothChoices(one: unknown, other: unknown): unknown {
  return Array.isArray(one) ? one.map((branch) => ({ allOf: [branch, { anyOf: other }] })) : one;
}

/** Returns the types of both lists. Every integer is a number. */
function commonTypes(one: readonly JsonType[], other: readonly JsonType[]): readonly JsonType[] {
  const within = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [
    ...new Set([...one.filter((type) => within(other, type)), ...other.filter((type) => within(one, type))]),
  ];
}

/** What a closed or restricted object says of a member that it does not declare holds for the members of the other one. */
function mergeObjects(one: JsonSchema, other: JsonSchema, lose: (lost: LostKeyword) => void): JsonSchema {
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
  const names = new Set([...Object.keys(one.properties ?? {}), ...Object.keys(other.properties ?? {})]);
  const properties: Record<string, JsonSchema> = {};
  for (const name of names) {
    const parts = [memberOf(one, name), memberOf(other, name)].filter(
      (part) => part !== undefined && part !== true,
    );
    if (parts.includes(false)) {
      lose({
        keyword: 'properties',
        what: `one part forbids ${JSON.stringify(name)}, which another part has`,
      });
      continue;
    }
    const [part = {}, ...more] = parts as JsonSchema[];
    setMember(properties, name, more.length === 0 ? part : { allOf: [part, ...more] });
  }
  const rests = [one.additionalProperties, other.additionalProperties].filter(
    (rest) => rest !== undefined && rest !== true,
  );
  const [rest, more] = rests;
  const additional = rests.includes(false)
    ? false
    : more === undefined
      ? rest
      : { allOf: rests as JsonSchema[] };
  const isOpen = one.additionalProperties === true || other.additionalProperties === true;
  return {
    ...(names.size === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(additional === undefined
      ? isOpen
        ? { additionalProperties: true }
        : {}
      : { additionalProperties: additional }),
  };
}

function memberOf(
  { properties = {}, additionalProperties }: JsonSchema,
  name: string,
): JsonSchema | boolean | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}
