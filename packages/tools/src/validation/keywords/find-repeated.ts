import { canonicalJson } from '@toolwright/json';
import { isContainer } from '@toolwright/json-schema';
import { jsonEqual } from './json-equal.js';

/** Finds the first two equal items of a list, `i` before `j`, in linear time. */
export function findRepeated(
  items: readonly unknown[],
): { readonly i: number; readonly j: number } | undefined {
  const places = new Map<unknown, number>();
  const containers = new Map<string, number[]>();
  for (const [j, item] of items.entries()) {
    if (isContainer(item)) {
      // Equal values have equal texts. Different values have equal texts only if they are not JSON.
      const text = textOf(item);
      const alike = containers.get(text) ?? [];
      const i = alike.find((place) => jsonEqual(item, items[place]));
      if (i !== undefined) return { i, j };
      alike.push(j);
      containers.set(text, alike);
    } else {
      const i = places.get(item);
      // NaN is not JSON, and is not equal to itself.
      if (i !== undefined && item === items[i]) return { i, j };
      places.set(item, j);
    }
  }
  return undefined;
}

/** Returns the value as text; empty for values that are not JSON. */
function textOf(value: object): string {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return '';
  }
}
