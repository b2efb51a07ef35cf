import { isJsonObject, type JsonValue } from '@toolwright/contract';
import fc from 'fast-check';

/** Values with one part changed: of the right size to lie on either side of a bound. */
export function tweaked(values: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.tuple(values, fc.nat(), fc.constantFrom(...TWEAKS)).map(([value, place, tweak]) => {
    const copy: JsonValue = structuredClone(value);
    const places = placesOf(copy);
    return places.length === 0 ? tweak(copy) : at(copy, places[place % places.length] ?? [], tweak);
  });
}

type Tweak = (value: JsonValue) => JsonValue;

const TWEAKS: readonly Tweak[] = [
  (value) => (typeof value === 'string' ? `${value}a` : value),
  (value) => (typeof value === 'string' ? value.slice(1) : value),
  (value) => (typeof value === 'number' ? value + 0.5 : value),
  (value) => (typeof value === 'number' ? value + 1 : value),
  (value) => (typeof value === 'number' ? -value : value),
  (value) => (Array.isArray(value) ? value.slice(1) : value),
  (value) => (Array.isArray(value) ? [...value, ...value.slice(0, 1)] : value),
  (value) => (isJsonObject(value) ? Object.fromEntries(Object.entries(value).slice(1)) : value),
  (value) => (isJsonObject(value) ? { ...value, new0: 'a' } : value),
  (value) => (isJsonObject(value) ? { ...value, new1: 1 } : value),
  () => null,
  () => 'added',
  () => 0,
  () => ({ kind: 'k9' }),
];

function placesOf(value: JsonValue, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))];
}

function at(value: JsonValue, [name, ...path]: readonly string[], tweak: Tweak): JsonValue {
  if (name === undefined) return tweak(value);
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? at(item, path, tweak) : item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === name ? at(item, path, tweak) : item]),
  );
}
