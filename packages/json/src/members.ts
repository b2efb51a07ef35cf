import { ExactNumber } from './exact-number.js';

export type Container = Record<string, unknown> | unknown[];

/** Sets an own member, even if its name is `__proto__`. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Whether two parsed values are equal. Recursion is safe, because the reader limits their depth. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (one instanceof ExactNumber) return other instanceof ExactNumber && one.text === other.text;
  if (other instanceof ExactNumber || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) => Object.hasOwn(other, key) && isSameJson(Reflect.get(one, key), Reflect.get(other, key)),
    )
  );
}
