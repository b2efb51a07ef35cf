import type { JsonSchema } from '@toolwright/contract';
import { definitionsIn } from '../document/cycles.js';
import { acceptsNull, makeNullable } from './accepts-null.js';
import type { Place } from './lowering.js';
import { sentenceFor, sketch } from './sentences.js';

/** Lowers `properties`, `required` and the keywords for other members. */
export function lowerObject(schema: JsonSchema, place: Place): JsonSchema {
  const { properties, type } = schema;
  const isObject = properties !== undefined || [type].flat().includes('object');
  if (!isObject && schema.additionalProperties === undefined) return {};
  const open = place.lowering.profile.open === 'impossible';
  return {
    ...(type === undefined && open ? { type: 'object' as const } : {}),
    ...(properties === undefined && !open ? requiredOf(schema) : lowerProperties(schema, place)),
    ...lowerOthers(schema, place),
    ...lowerNames(schema, place),
  };
}

function requiredOf({ required }: JsonSchema): JsonSchema {
  return required === undefined ? {} : { required };
}

function lowerProperties(schema: JsonSchema, place: Place): JsonSchema {
  const { root, profile } = place.lowering;
  const given = new Set(schema.required);
  const required: string[] = [];
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isCyclic = closesCycle(property, place);
    const isOptional = place.context.isOptional || !given.has(name) || isCyclic;
    const lowered = place.lower(property, ['properties', name], { isOptional });
    if (given.has(name) && !isCyclic) required.push(name);
    if (given.has(name)) return [name, isCyclic ? demand(lowered, place, name) : lowered] as const;
    if (profile.optional === 'absent') return [name, lowered] as const;
    if (profile.optional === 'required') required.push(name);
    if (!acceptsNull(property, root)) return [name, makeNullable(lowered)] as const;
    if (profile.optional === 'required') {
      place.lose('described', bothNull(name), ['properties', name]);
    }
    return [name, lowered] as const;
  });
  const ordered = profile.optional === 'required' ? tagsFirst(properties) : properties;
  return {
    properties: Object.fromEntries(ordered),
    ...(required.length > 0 || profile.optional === 'required' ? { required } : {}),
  };
}

function bothNull(name: string): string {
  return `"required": property '${name}' may be absent or null, and both are sent as null.`;
}

/**
 * Moves tags to the front, because a provider may choose the branch of a union by its first member.
 * @see https://community.openai.com/t/objects-provided-via-anyof-must-not-share-identical-first-keys-error-in-structured-output/958572
 */
function tagsFirst(
  properties: readonly (readonly [string, JsonSchema])[],
): readonly (readonly [string, JsonSchema])[] {
  const isTag = ([, { const: value }]: readonly [string, JsonSchema]): boolean => value !== undefined;
  return [...properties.filter(isTag), ...properties.filter((property) => !isTag(property))];
}

/** Whether a required property would make a provider expand a type infinitely. */
function closesCycle(property: JsonSchema, { lowering, context }: Place): boolean {
  if (lowering.profile.cycles === 'any' || context.isOptional || context.definition === undefined)
    return false;
  const circle = lowering.cycles.get(context.definition);
  return circle !== undefined && definitionsIn(property).some((name) => circle.has(name));
}

function demand(lowered: JsonSchema, place: Place, name: string): JsonSchema {
  const message = `"required": property '${name}' makes the type recursive, so it becomes optional.`;
  place.lose('described', message, ['properties', name]);
  const { $ref, description } = lowered;
  const sentence = description === undefined ? 'Required.' : `${description} Required.`;
  // The provider does not allow siblings of a reference.
  return $ref === undefined
    ? { ...lowered, description: sentence }
    : { description: sentence, anyOf: [{ $ref }] };
}

/** Lowers the keywords for members that are not declared properties. */
function lowerOthers(schema: JsonSchema, place: Place): JsonSchema {
  const { additionalProperties: additional, patternProperties } = schema;
  if (patternProperties !== undefined && !place.understands('patternProperties', patternProperties)) {
    return lowerPatternsAsOthers(schema, patternProperties, place);
  }
  const byPattern =
    patternProperties === undefined ? {} : { patternProperties: lowerAll(patternProperties, place) };
  if (place.lowering.profile.open === 'impossible' && additional !== false) return close(schema, place);
  if (additional === undefined) return byPattern;
  const others =
    typeof additional === 'object' ? place.lower(additional, ['additionalProperties']) : additional;
  if (place.understands('additionalProperties', additional))
    return { ...byPattern, additionalProperties: others };
  place.describe(
    'additionalProperties',
    `Other members: ${sketch(typeof others === 'object' ? others : {})}.`,
  );
  return byPattern;
}

/** Closes an object. An object that is open only by default can no longer have undeclared members. */
function close({ additionalProperties, properties }: JsonSchema, place: Place): JsonSchema {
  if (additionalProperties !== undefined || properties === undefined) {
    place.refuse(
      'An object with arbitrary member names cannot be sent: list its properties, or use an array of pairs.',
    );
  } else place.lose('described', '"additionalProperties": only declared properties can be sent.');
  return { additionalProperties: false };
}

function lowerPatternsAsOthers(
  { additionalProperties: additional }: JsonSchema,
  patterns: Readonly<Record<string, JsonSchema>>,
  place: Place,
): JsonSchema {
  if (place.lowering.profile.open === 'impossible') {
    place.refuse(
      'An object with pattern members cannot be sent: list its properties, or use an array of pairs.',
    );
    return { additionalProperties: false };
  }
  const lowered = lowerAll(patterns, place);
  const rules = Object.entries(lowered).map(([pattern, each]) => `/${pattern}/: ${sketch(each)}`);
  place.describe('patternProperties', `Members whose names match ${rules.join(', ')}.`);
  if (additional === undefined || additional === true) return {};
  const others = additional === false ? [] : [place.lower(additional, ['additionalProperties'])];
  const [only, ...more] = [...Object.values(lowered), ...others];
  const any = only === undefined || more.length === 0 ? only : { anyOf: [only, ...more] };
  return any !== undefined && place.understands('additionalProperties', any)
    ? { additionalProperties: any }
    : {};
}

function lowerAll(schemas: Readonly<Record<string, JsonSchema>>, place: Place): Record<string, JsonSchema> {
  const entries = Object.entries(schemas).map(
    ([pattern, schema]) => [pattern, place.lower(schema, ['patternProperties', pattern])] as const,
  );
  return Object.fromEntries(entries);
}

function lowerNames({ propertyNames }: JsonSchema, place: Place): JsonSchema {
  if (propertyNames === undefined) return {};
  if (place.understands('propertyNames', propertyNames)) return { propertyNames };
  place.describe('propertyNames', sentenceFor('propertyNames', propertyNames));
  return {};
}
