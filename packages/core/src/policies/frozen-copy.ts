/** Returns a frozen copy of JSON. Values that are not JSON, such as a `Date`, are not copied, because they belong to other code. */
export function frozenCopy<Value>(value: Value): Value {
  return copy(value, new Map()) as Value; // a copy has the type of its original
}

function copy(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  const target: object = Array.isArray(value) ? [] : {};
  known.set(value, target);
  for (const key of Object.keys(value)) {
    const member = copy(Reflect.get(value, key), known);
    if (key === '__proto__') Object.defineProperty(target, key, { value: member, enumerable: true });
    else Reflect.set(target, key, member);
  }
  if (Array.isArray(value)) Reflect.set(target, 'length', value.length);
  return Object.freeze(target);
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects from another realm are also plain.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
