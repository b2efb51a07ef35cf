import { isRecord } from '@toolwright/contract';
import { ANNOTATIONS, isTexts, type Raw } from './keywords.js';

/** One level of a schema in the keywords of 2020-12. */
export interface Modern {
  readonly keywords: Readonly<Record<string, unknown>>;
  /** OpenAPI's `nullable`. */
  readonly isNullable: boolean;
  /** Whether a keyword has a form that no draft defines. */
  readonly isOdd: boolean;
}

/** Rewrites the keywords of older drafts and OpenAPI on one level; subschemas are unchanged. */
export function modernize(raw: Raw, draft: number): Modern {
  // Serializers of some typed languages write null for absent members.
  const present = Object.entries(raw).filter(([name, value]) => value !== null || MAY_BE_NULL.has(name));
  const { nullable, required, ...given } = Object.fromEntries(present);
  const bounded = withBounds({ ...withoutLater(given, draft), ...requiredNames(required, given) });
  const keywords = withTuple(withDependencies(draft === 3 ? withDraft3(bounded) : bounded));
  return {
    keywords,
    isNullable: nullable === true,
    isOdd: (nullable !== undefined && typeof nullable !== 'boolean') || typeof required === 'boolean',
  };
}

const MAY_BE_NULL: ReadonlySet<string> = new Set(['const', 'default']);

/** Removes keywords that the draft ignores: siblings of `$ref` up to draft 7, and keywords that a later draft introduced. */
function withoutLater(raw: Raw, draft: number): Raw {
  if (draft > 7) return raw;
  const isAlone = typeof raw.$ref === 'string';
  const kept = Object.entries(raw).filter(([keyword]) =>
    isAlone ? keyword === '$ref' || ANNOTATIONS.has(keyword) : !LATER.has(keyword),
  );
  return Object.fromEntries(kept);
}

const LATER: ReadonlySet<string> = new Set(
  `$dynamicRef $recursiveRef dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties minContains maxContains
  prefixItems`.split(/\s+/),
);

/** Converts `required: true` of properties to a list, as in draft 3 and in schemas that imitate it. */
function requiredNames(required: unknown, { properties }: Raw): Raw {
  const marked = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, property]) =>
    isRecord(property) && property.required === true ? [name] : [],
  );
  if (typeof required === 'boolean' || required === undefined) {
    return marked.length === 0 ? {} : { required: marked };
  }
  return { required: isTexts(required) ? [...new Set([...required, ...marked])] : required };
}

/** Converts the boolean `exclusiveMinimum` and `exclusiveMaximum` of draft 4 and earlier. */
function withBounds(raw: Raw): Raw {
  let bounded = raw;
  for (const [exclusive, inclusive] of BOUNDS) {
    if (typeof bounded[exclusive] !== 'boolean') continue;
    const { [exclusive]: isExclusive, [inclusive]: bound, ...rest } = bounded;
    bounded = bound === undefined ? rest : { ...rest, [isExclusive === true ? exclusive : inclusive]: bound };
  }
  return bounded;
}

const BOUNDS = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** Converts an array in `items`, which describes a tuple up to draft 2019-09. */
function withTuple(raw: Raw): Raw {
  const { items, additionalItems, ...rest } = raw;
  if (!Array.isArray(items)) return items === undefined ? rest : { ...rest, items };
  return {
    ...rest,
    ...(items.length === 0 ? {} : { prefixItems: items }),
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}

/** Splits `dependencies`, which up to draft 7 contains both names and schemas. */
function withDependencies(raw: Raw): Raw {
  const { dependencies, ...rest } = raw;
  if (dependencies === undefined) return rest;
  if (!isRecord(dependencies) || (rest.dependentRequired ?? rest.dependentSchemas) !== undefined) return raw;
  const entries = Object.entries(dependencies).map(
    ([name, value]) => [name, typeof value === 'string' ? [value] : value] as const,
  );
  const names = Object.fromEntries(entries.filter(([, value]) => Array.isArray(value)));
  const schemas = Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value)));
  return {
    ...rest,
    ...(isEmpty(names) ? {} : { dependentRequired: names }),
    ...(isEmpty(schemas) ? {} : { dependentSchemas: schemas }),
  };
}

function isEmpty(record: Raw): boolean {
  return Object.keys(record).length === 0;
}

function withDraft3({ divisibleBy, disallow, extends: bases, type, ...rest }: Raw): Raw {
  const isUnion = Array.isArray(type) && type.some(isRecord);
  const typed = isUnion ? { anyOf: type.map(toSchema) } : type === 'any' ? {} : { type };
  return {
    ...rest,
    ...(type === undefined ? {} : typed),
    ...(divisibleBy === undefined ? {} : { multipleOf: divisibleBy }),
    ...(disallow === undefined ? {} : { not: { anyOf: [disallow].flat().map(toSchema) } }),
    ...(bases === undefined ? {} : { allOf: [bases].flat() }),
  };
}

function toSchema(type: unknown): unknown {
  return type === 'any' ? {} : typeof type === 'string' ? { type } : type;
}
