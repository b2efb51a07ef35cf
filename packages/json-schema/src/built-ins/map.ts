import { isRecord, type MapPlan } from '@toolwright/contract';
import { builtInTypes } from '@toolwright/json';
import type { Step, Steps, Trail } from '../codec/trail.js';
import type { CollectionBuiltIn } from './built-in.js';

/** A `Map` as an object if its keys are plain strings, otherwise as an array of pairs. */
export const map: CollectionBuiltIn = {
  typeNames: ['Map', 'ReadonlyMap'],
  parts: ['keys', 'items'],
  is: builtInTypes.isMap,
  schema: ({ keys, items }) => {
    if (keys === undefined) return { type: 'object', additionalProperties: items };
    const pair = {
      type: 'array',
      prefixItems: [keys, items],
      items: false,
      minItems: 2,
      maxItems: 2,
    } as const;
    return { type: 'array', items: pair };
  },
  shape: ({ keys, items }) => {
    if (keys === undefined)
      return { types: ['object'], codec: 'map', ...(items ? { additional: items } : {}) };
    const prefix = [keys, items ?? {}];
    return { types: ['array'], codec: 'map', items: { types: ['array'], minItems: 2, prefix } };
  },
  // Both forms are a `Map` in memory. The object form requires all keys to be strings.
  content: (value, shape) => {
    if (!builtInTypes.isMap(value)) return undefined;
    if (!shape.types?.includes('object')) return [...value];
    return [...value.keys()].every((key) => typeof key === 'string') ? Object.fromEntries(value) : undefined;
  },
};

/** @param keys used only by the array form, because the keys of an object are strings */
export function mapSteps(form: MapPlan['form'], keys: Steps, values: Steps): Steps {
  return form === 'object' ? objectMapSteps(values) : pairMapSteps(keys, values);
}

function objectMapSteps(values: Steps): Steps {
  return {
    decode: (value, trail) =>
      isRecord(value)
        ? new Map(Object.entries(value).map(([key, item]) => [key, trail.at(key, item, values.decode)]))
        : trail.refuse('an object', value),
    encode: (value, trail) => {
      if (!builtInTypes.isMap(value)) return trail.refuse('a Map', value);
      const members: [string, unknown][] = [];
      for (const [key, item] of value) {
        if (typeof key === 'string') members.push([key, trail.at(key, item, values.encode)]);
        else trail.refuse('a Map with string keys', key);
      }
      // `fromEntries` always defines own members, even for the name `__proto__`.
      return Object.fromEntries(members);
    },
  };
}

function pairMapSteps(keys: Steps, values: Steps): Steps {
  const pair =
    (direction: keyof Steps): Step =>
    (value, trail) =>
      Array.isArray(value) && value.length === 2
        ? [trail.at(0, value[0], keys[direction]), trail.at(1, value[1], values[direction])]
        : trail.refuse('a pair of a key and a value', value);
  const decodePair = pair('decode');
  const encodePair = pair('encode');
  return {
    decode: (value, trail) =>
      Array.isArray(value) ? decodePairs(value, decodePair, trail) : trail.refuse('an array of pairs', value),
    encode: (value, trail) =>
      builtInTypes.isMap(value)
        ? Array.from(value, (entry, index) => trail.at(index, entry, encodePair))
        : trail.refuse('a Map', value),
  };
}

/** Refuses repeated keys, because one of the values would be lost silently. */
function decodePairs(
  pairs: readonly unknown[],
  decodePair: Step,
  trail: Trail,
): ReadonlyMap<unknown, unknown> {
  const map = new Map<unknown, unknown>();
  pairs.forEach((pair, index) => {
    const decoded = trail.at(index, pair, decodePair);
    if (!Array.isArray(decoded)) return;
    if (map.has(decoded[0])) trail.at(index, pair, refuseRepeated);
    map.set(decoded[0], decoded[1]);
  });
  return map;
}

const refuseRepeated: Step = (pair, trail) =>
  trail.refuse('a pair with a unique key', pair, 'a repeated key');
