import type { JsonObject, JsonValue } from '@toolwright/contract';

/** Returns a copy with a member set, or removed if `value` is undefined. Members keep their order; a new member is added last. */
export function withMember(
  object: Readonly<JsonObject>,
  name: string,
  value: JsonValue | undefined,
): JsonObject {
  const names = new Set([...Object.keys(object), name]);
  const entries = Array.from(names, (key) => [key, key === name ? value : object[key]] as const);
  return Object.fromEntries(entries.flatMap(([key, each]) => (each === undefined ? [] : [[key, each]])));
}

/** Returns a copy with a member renamed in place, or undefined if the new name already exists. */
export function renameMember(object: Readonly<JsonObject>, from: string, to: string): JsonObject | undefined {
  if (Object.hasOwn(object, to)) return undefined;
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]));
}

export function moveItem(items: readonly JsonValue[], index: number, by: -1 | 1): JsonValue[] {
  const copy = [...items];
  const [item] = copy.splice(index, 1);
  if (item !== undefined) copy.splice(index + by, 0, item);
  return copy;
}

/** Returns a name that the object does not have yet. */
export function freeName(object: Readonly<JsonObject>): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? 'key' : `key${count}`;
    if (!Object.hasOwn(object, name)) return name;
  }
}
