import type { JsonSchema } from '@toolwright/contract';
import type { Place } from './lowering.js';
import type { Draft } from './profile.js';
import { sentenceFor } from './sentences.js';

/** Keywords that do not constrain values. */
const ANNOTATIONS = ['title', 'default', 'examples', 'deprecated'] as const;

/** Keywords that constrain values and contain no schemas. */
const CONSTRAINTS = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'contentEncoding',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

export function lowerAnnotations(schema: JsonSchema, place: Place): JsonSchema {
  const { description } = schema;
  const kept = ANNOTATIONS.filter((keyword) => {
    const value = schema[keyword];
    if (value === undefined || value === false) return false;
    const stays = place.understands(keyword, value);
    if (!stays) place.remark(sentenceFor(keyword, value));
    return stays;
  });
  return { ...pick(schema, kept), ...(description === undefined ? {} : { description }) };
}

export function lowerConstraints(schema: JsonSchema, place: Place): JsonSchema {
  const kept = CONSTRAINTS.filter((keyword) => {
    const value = schema[keyword];
    if (value === undefined || value === false) return false;
    const stays = place.understands(keyword, value);
    if (!stays) place.describe(keyword, sentenceFor(keyword, value));
    return stays;
  });
  return { ...pick(schema, kept), ...lowerBounds(schema, place), ...lowerPatterns(schema, place) };
}

/** Lowers number bounds. An exclusive bound of an integer becomes the nearest inclusive bound. */
function lowerBounds(schema: JsonSchema, place: Place): JsonSchema {
  const bounds: Draft = {};
  for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const) {
    const value = schema[keyword];
    if (value === undefined) continue;
    if (place.understands(keyword, value)) bounds[keyword] = value;
    else if (!replaceBound(bounds, keyword, value, schema, place)) {
      place.describe(keyword, sentenceFor(keyword, value));
    }
  }
  return bounds;
}

/** Replaces an exclusive bound with an inclusive one. Returns whether the bound needs no further description. */
function replaceBound(
  bounds: Draft,
  keyword: string,
  value: number,
  { type }: JsonSchema,
  place: Place,
): boolean {
  const isLower = keyword === 'exclusiveMinimum';
  const inclusive = isLower ? 'minimum' : 'maximum';
  if (!keyword.startsWith('exclusive') || !place.understands(inclusive, value)) return false;
  const isInteger = [type].flat().includes('integer');
  const nearest = isLower ? Math.floor(value) + 1 : Math.ceil(value) - 1;
  const bound = isInteger && Number.isSafeInteger(nearest) ? nearest : value;
  const other = bounds[inclusive];
  bounds[inclusive] = other === undefined ? bound : isLower ? Math.max(other, bound) : Math.min(other, bound);
  return bound !== value;
}

/** Lowers `allOf`, which may contain additional patterns, because a schema can have only one. */
function lowerPatterns({ allOf }: JsonSchema, place: Place): JsonSchema {
  if (allOf === undefined) return {};
  if (place.understands('allOf', allOf)) {
    return { allOf: allOf.map((part, index) => place.lower(part, ['allOf', index])) };
  }
  for (const part of allOf) {
    const { pattern, ...more } = part;
    if (pattern !== undefined && Object.keys(more).length === 0) {
      place.describe('pattern', sentenceFor('pattern', pattern));
    } else if (place.lowering.profile.open === 'impossible') {
      place.refuse('"allOf" cannot be sent: merge its parts into one schema.');
    } else place.describe('allOf', sentenceFor('allOf', [part]));
  }
  return {};
}

function pick(schema: JsonSchema, keywords: readonly (keyof JsonSchema)[]): JsonSchema {
  return Object.fromEntries(keywords.map((keyword) => [keyword, schema[keyword]]));
}
