import { types } from 'node:util';
import type { MapPlan } from '@toolwright/contract';
import { canonicalJson } from '../canonical-json.js';
import { isRecord } from '../shape/instances.js';
import type { Step, Steps, Trail } from './trail.js';

/** As an array; items that are equal in JSON are written once, as the schema's `uniqueItems` wants. */
export function setSteps(items: Steps): Steps {
  return {
    decode: (value, trail) =>
      Array.isArray(value)
        ? new Set(value.map((item, index) => trail.at(index, item, items.decode)))
        : trail.refuse('an array', value),
    encode: (value, trail) =>
      types.isSet(value)
        ? withoutRepeats(Array.from(value, (item, index) => trail.at(index, item, items.encode)))
        : trail.refuse('a Set', value),
  };
}

/** @param keys Of pairs only: the keys of an object are strings. */
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
      if (!types.isMap(value)) return trail.refuse('a Map', value);
      const members: [string, unknown][] = [];
      for (const [key, item] of value) {
        if (typeof key === 'string') members.push([key, trail.at(key, item, values.encode)]);
        else trail.refuse('a Map with strings as keys', key);
      }
      // Defines own members, also one named `__proto__`.
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
      types.isMap(value)
        ? Array.from(value, (entry, index) => trail.at(index, entry, encodePair))
        : trail.refuse('a Map', value),
  };
}

/** A key that comes twice is refused: one of its values would be lost silently. */
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
  trail.refuse('a pair with a key of its own', pair, 'a key again');

function withoutRepeats(items: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const text = findJson(item);
    if (text === undefined) return true;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function findJson(item: unknown): string | undefined {
  try {
    return canonicalJson(item);
  } catch {
    // What JSON cannot carry is refused later, with its place; here it only has no equal.
    return undefined;
  }
}
