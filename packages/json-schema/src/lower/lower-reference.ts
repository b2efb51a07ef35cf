import type { JsonSchema } from '@toolwright/contract';
import { definitionName, referenceName, resolveRef } from '../document/references.js';
import { lowerAnnotations } from './lower-scalar.js';
import { Place } from './lowering.js';

/** Lowers a `$ref` and its siblings. */
export function lowerReference($ref: string, schema: JsonSchema, place: Place): JsonSchema {
  const { references } = place.lowering.profile;
  if (references === 'any') {
    const { $ref: _reference, ...siblings } = schema;
    return { $ref, ...place.lowering.lower(siblings, place) };
  }
  const name = definitionName($ref);
  if (references === 'none' || name === undefined) return inPlace($ref, schema, place);
  if (closesBareCycle(name, place)) return sameAgain(name, place);
  const annotations = place.finish(lowerAnnotations(schema, place));
  return Object.keys(annotations).length === 0 ? { $ref } : { ...annotations, anyOf: [{ $ref }] };
}

/** Inlines the target of a reference. Annotations at the reference take precedence. */
function inPlace($ref: string, schema: JsonSchema, place: Place): JsonSchema {
  const { lowering, context } = place;
  const { $ref: _reference, ...siblings } = schema;
  const name = referenceName($ref);
  if (context.inlined.includes($ref)) return sameAgain(name, place);
  lowering.inlinings -= 1;
  if (lowering.inlinings < 0) return tooLarge(name, place);
  const target = resolveRef(schema, lowering.root);
  if (target !== undefined) {
    const inner = new Place(lowering, $ref.slice(1), { ...context, inlined: [...context.inlined, $ref] });
    return lowering.lower({ ...target, ...siblings }, inner);
  }
  if (lowering.profile.open === 'impossible') place.refuse(`"$ref" has no target: ${$ref}.`);
  else place.describe('$ref', `Unknown type: ${$ref}.`);
  return place.finish(siblings);
}

/** Whether a type contains itself without an optional property in between. */
function closesBareCycle(name: string, { lowering, context }: Place): boolean {
  if (lowering.profile.cycles === 'any' || context.isOptional || context.definition === undefined)
    return false;
  return lowering.cycles.get(context.definition)?.has(name) ?? false;
}

function tooLarge(name: string, place: Place): JsonSchema {
  if (place.lowering.profile.open === 'impossible') place.refuse(`"$ref": ${name} is used too many times.`);
  else place.describe('$ref', `A ${name}, described elsewhere.`);
  return place.finish({});
}

function sameAgain(name: string, place: Place): JsonSchema {
  if (place.lowering.profile.open === 'impossible') place.refuse(`"$ref": ${name} contains itself.`);
  else place.describe('$ref', `Another ${name}, like the one that contains it.`);
  return place.finish({});
}
