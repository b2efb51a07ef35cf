import type { JsonSchema, ObjectSchema } from '@toolwright/contract';
import type { Loss } from '../dialect.js';
import { lowerArray } from './lower-array.js';
import { lowerLiterals } from './lower-literal.js';
import { lowerObject } from './lower-object.js';
import { lowerReference } from './lower-reference.js';
import { lowerAnnotations, lowerConstraints } from './lower-scalar.js';
import { Place, startLowering } from './lowering.js';
import type { Profile } from './profile.js';
import { sentenceFor } from './sentences.js';

/** Lowers a canonical schema to the subset that a provider supports. If a loss is `impossible`, the result is outside that subset. */
export function lowerSchema(
  root: ObjectSchema,
  profile: Profile,
): { readonly schema: ObjectSchema; readonly losses: readonly Loss[] } {
  const lowering = startLowering(root, profile, lowerNode);
  const lowered = lowerNode(root, new Place(lowering));
  const schema: ObjectSchema = { ...lowered, type: 'object', properties: lowered.properties ?? {} };
  if (root.$defs === undefined || profile.references === 'none')
    return { schema, losses: distinct(lowering.losses) };
  const definitions = Object.entries(root.$defs).map(([name, definition]) => {
    const place = new Place(lowering).lower(definition, ['$defs', name], { definition: name });
    return [name, place] as const;
  });
  const $defs = Object.fromEntries(definitions);
  return { schema: { ...schema, $defs }, losses: distinct(lowering.losses) };
}

/** Removes duplicate losses, which occur if a type is inlined several times. */
function distinct(losses: readonly Loss[]): readonly Loss[] {
  return [...new Map(losses.map((loss) => [JSON.stringify(loss), loss])).values()];
}

function lowerNode(schema: JsonSchema, place: Place): JsonSchema {
  if (schema.$ref !== undefined) return lowerReference(schema.$ref, schema, place);
  const lowered: JsonSchema = {
    ...lowerLiterals(schema, place),
    ...lowerConstraints(schema, place),
    ...lowerArray(schema, place),
    ...lowerObject(schema, place),
    ...lowerUnion(schema, place),
    ...lowerUnknown(schema, place),
    ...lowerAnnotations(schema, place),
  };
  if (place.lowering.profile.open === 'impossible' && saysNothing(lowered)) {
    place.refuse('A value of any type cannot be sent: declare its type.');
  }
  return place.finish(lowered);
}

function saysNothing({ type, anyOf, $ref, enum: values, const: value }: JsonSchema): boolean {
  return (type ?? anyOf ?? $ref ?? values ?? value) === undefined;
}

function lowerUnion(schema: JsonSchema, place: Place): JsonSchema {
  const { anyOf, oneOf } = schema;
  if (place.path === '' && (anyOf ?? oneOf) !== undefined && place.lowering.profile.open === 'impossible') {
    place.refuse('A union as the arguments cannot be sent: move it into a property.');
  }
  const branches = anyOf?.map((branch, index) => place.lower(branch, ['anyOf', index]));
  const exclusive = oneOf?.map((branch, index) => place.lower(branch, ['oneOf', index]));
  if (exclusive === undefined) return branches === undefined ? {} : { anyOf: branches };
  if (place.understands('oneOf', oneOf)) return { ...(branches && { anyOf: branches }), oneOf: exclusive };
  place.describe('oneOf', sentenceFor('oneOf', oneOf));
  return { anyOf: branches ?? exclusive };
}

/** Keywords that the other functions handle. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['$ref', 'title', 'description', 'default', 'examples', 'deprecated'],
  ...['type', 'const', 'enum', 'anyOf', 'oneOf', 'allOf'],
  ...['properties', 'required', 'patternProperties', 'additionalProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding'],
]);

/** Keywords that do not constrain values. They are kept if the provider accepts all keywords; otherwise they are dropped silently. */
const SILENT: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$anchor', '$comment', '$defs', 'definitions', 'readOnly', 'writeOnly'],
]);

/** Lowers all other keywords. Codegen writes none of them, except `writeOnly`, but handwritten schemas may contain them. */
function lowerUnknown(schema: JsonSchema, place: Place): JsonSchema {
  const { keywords } = place.lowering.profile;
  const kept = Object.entries(schema).filter(([keyword, value]) => {
    if (KNOWN.has(keyword) || value === undefined) return false;
    // The definitions of the root are lowered separately.
    if (SILENT.has(keyword)) return keywords === 'all' && (keyword !== '$defs' || place.path !== '');
    const stays = place.understands(keyword, value);
    if (!stays) place.describe(keyword, sentenceFor(keyword, value));
    return stays;
  });
  return Object.fromEntries(kept);
}
