/**
 * Copies the context of a case, so that no attempt sees what the tools of another have written into it. Lists, plain objects, maps, sets and dates are
 * copied; what else there is, such as functions, clients and instances of classes, is shared.
 */
export function copyContext(context: unknown): unknown {
  return copy(context, new Map());
}

function copy(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  const keep = <Copy extends object>(target: Copy): Copy => {
    known.set(value, target);
    return target;
  };
  if (Array.isArray(value)) return fill(keep([]), value, known);
  if (prototype === Object.prototype) return fill(keep({}), value, known);
  if (prototype === null) return fill(keep(Object.create(null)), value, known);
  if (prototype === Date.prototype) return keep(new Date(Number(value)));
  if (prototype === Map.prototype) {
    const target = keep(new Map());
    for (const [key, member] of value as Map<unknown, unknown>) // by its prototype
      target.set(copy(key, known), copy(member, known));
    return target;
  }
  if (prototype === Set.prototype) {
    const target = keep(new Set());
    for (const member of value as Set<unknown>) target.add(copy(member, known)); // by its prototype
    return target;
  }
  return value;
}

/** Copies all members; those with a getter or setter keep it. */
function fill<Target extends object>(target: Target, source: object, known: Map<object, unknown>): Target {
  for (const key of Reflect.ownKeys(source)) {
    const property = Object.getOwnPropertyDescriptor(source, key);
    if (property === undefined) continue;
    if ('value' in property) property.value = copy(property.value, known);
    Object.defineProperty(target, key, property);
  }
  return target;
}
