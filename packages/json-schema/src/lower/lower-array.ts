import type { JsonSchema } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import type { Place } from './lowering.js';
import { sketch } from './sentences.js';

/** Lowers `items` and `prefixItems`. All other array keywords are plain constraints. */
export function lowerArray(schema: JsonSchema, place: Place): JsonSchema {
  const { prefixItems } = schema;
  if (prefixItems !== undefined && !place.understands('prefixItems', prefixItems)) {
    return lowerTupleAsArray(schema, prefixItems, place);
  }
  const prefix =
    prefixItems === undefined
      ? {}
      : { prefixItems: prefixItems.map((element, index) => place.lower(element, ['prefixItems', index])) };
  return { ...prefix, ...lowerItems(schema, prefixItems?.length ?? 0, place) };
}

function lowerItems(schema: JsonSchema, prefixLength: number, place: Place): JsonSchema {
  const { type, items, maxItems } = schema;
  if (prefixLength > 0 && place.lowering.profile.tuples === 'without-items')
    return closeTuple(schema, prefixLength, place);
  if (typeof items === 'object') return { items: place.lower(items, ['items']) };
  if (items !== undefined && place.understands('items', items)) return { items };
  // `maxItems` already expresses `items: false`.
  if (items === false && prefixLength > 0) return closeTuple(schema, prefixLength, place);
  if (![type].flat().includes('array') || place.lowering.profile.keywords === 'all') return {};
  // `items` is required even for an array that must be empty.
  if (items === false || maxItems === 0) return { items: { type: 'string' }, maxItems: 0 };
  if (place.lowering.profile.open === 'impossible') {
    place.refuse('An array without an item type cannot be sent: declare the type of its items.');
  }
  return prefixLength > 0 ? {} : { items: {} };
}

/** Lowers a tuple for a provider without tuples: any element may be at any position, and the description states the order. */
function lowerTupleAsArray(schema: JsonSchema, prefixItems: readonly JsonSchema[], place: Place): JsonSchema {
  const { items } = schema;
  const rest = typeof items === 'object' ? [place.lower(items, ['items'])] : [];
  const elements = prefixItems.map((element, index) => {
    const { title: _name, ...lowered } = place.lower(element, ['prefixItems', index]);
    return lowered;
  });
  const distinct = [...new Map([...elements, ...rest].map((each) => [canonicalJson(each), each])).values()];
  const isOpen = items === undefined || items === true;
  if (isOpen && place.lowering.profile.open === 'impossible') {
    place.refuse('A tuple with rest elements of any type cannot be sent: declare their type.');
  }
  const positions = prefixItems.map(sketch).join(', ');
  const order = `In this order: ${positions}${rest.length === 0 ? '' : `, then ${sketch(rest[0] ?? {})}`}.`;
  const [only, ...others] = distinct;
  if (isOpen || only === undefined || others.length > 0) place.describe('prefixItems', order);
  else if (prefixItems.some(({ title }) => title !== undefined)) place.remark(order);
  if (isOpen || only === undefined) return { items: {} };
  return {
    items: others.length === 0 ? only : { anyOf: distinct },
    ...(items === false && place.understands('maxItems', 0)
      ? closeTuple(schema, prefixItems.length, place)
      : {}),
  };
}

/** Expresses a tuple's `items` by `maxItems` or in the description. */
function closeTuple({ items, maxItems }: JsonSchema, length: number, place: Place): JsonSchema {
  if (items === false) return { maxItems: Math.min(maxItems ?? length, length) };
  if (typeof items === 'object') place.describe('items', `After that: ${sketch(items)}.`);
  return {};
}
