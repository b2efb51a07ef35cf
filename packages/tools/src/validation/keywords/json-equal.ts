/** Whether two values are equal as JSON. Ignores the order of members, but not the order of items. */
export function jsonEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && equalItems(one, other);
  return !Array.isArray(other) && equalMembers(one, other);
}

function equalItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => jsonEqual(item, other[index]));
}

function equalMembers(one: object, other: object): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && jsonEqual(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}
