import type { JsonSchema, JsonType, JsonValue } from '@toolwright/contract';
import type { Place } from './lowering.js';
import { sentenceFor } from './sentences.js';

/** Lowers `type`, `enum` and `const`. */
export function lowerLiterals(schema: JsonSchema, place: Place): JsonSchema {
  const { type, const: value, enum: values } = schema;
  const typed = type === undefined ? {} : { type };
  if (value !== undefined && place.understands('const', value)) return { ...typed, const: value };
  const literals = values ?? (value === undefined ? undefined : [value]);
  if (literals === undefined) return typed;
  const { literals: allowed } = place.lowering.profile;
  if (allowed === undefined) return { ...typed, enum: literals };
  return alternatives(literals, [type ?? []].flat().includes('integer'), allowed, place);
}

/** Creates one `enum` for each type of literal. Literals that cannot be listed move to the description. */
function alternatives(
  literals: readonly JsonValue[],
  isInteger: boolean,
  allowed: ReadonlySet<JsonType>,
  place: Place,
): JsonSchema {
  const groups = new Map<JsonType, JsonValue[]>();
  for (const literal of literals) {
    const type = literalType(literal);
    groups.set(type, [...(groups.get(type) ?? []), literal]);
  }
  const [first = 'null', second] = [...groups.keys()].filter((type) => type !== 'null');
  if (second === undefined && groups.has('null') && allowed.has('null') && allowed.has(first)) {
    return { type: [first, 'null'], enum: literals };
  }
  const schemas = [...groups].map(([type, group]): JsonSchema => {
    if (type === 'null') return { type };
    if (allowed.has(type)) return { type: isInteger && type === 'number' ? 'integer' : type, enum: group };
    if (type === 'boolean' && group.length > 1) return { type };
    if (place.lowering.profile.open === 'impossible') {
      place.refuse('Literals that are objects or arrays cannot be sent: declare their type.');
    }
    const [only] = group;
    if (group.length === 1) place.describe('const', sentenceFor('const', only));
    else place.describe('enum', sentenceFor('enum', group));
    return { type };
  });
  const [only, ...others] = schemas;
  return only !== undefined && others.length === 0 ? only : { anyOf: schemas };
}

function literalType(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}
