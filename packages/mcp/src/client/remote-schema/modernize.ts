import { isRecord } from '@toolwright/contract';
import { ANNOTATIONS, isTexts, type Raw } from './keywords.js';

/** One level of a schema, with the keywords of draft 2020-12. */
export interface Modern {
  readonly keywords: Readonly<Record<string, unknown>>;
  /** Whether OpenAPI's `nullable` is set. */
  readonly isNullable: boolean;
  /** Whether a keyword has a form that no draft defines. */
  readonly isOdd: boolean;
}

/** Rewrites the keywords of older drafts and OpenAPI on one level. Subschemas are unchanged. */
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

/** Removes keywords that the draft ignores: siblings of `$ref` up to draft 7, and keywords that were introduced later. */
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

/** Converts properties marked `required: true` to a list of names. Draft 3, and schemas that imitate it, mark properties this way. */
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

/** Converts `items` if it is an array, which describes a tuple up to draft 2019-09. */
function withTuple(raw: Raw): Raw {
  const { items, additionalItems, ...rest } = raw;
  if (!Array.isArray(items)) return items === undefined ? rest : { ...rest, items };
  return {
    ...rest,
    ...(items.length === 0 ? {} : { prefixItems: items }),
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}

/** Splits `dependencies`, which contains both names and schemas up to draft 7. */
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
