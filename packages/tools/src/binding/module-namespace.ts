/**
 * True for what `import * as tools` gives: a real namespace, or the plain object that bundlers and CommonJS put in its place.
 * These have getters that only pass an export on.
 */
export function isModuleNamespace(target: object): boolean {
  if (Object.prototype.toString.call(target) === '[object Module]') return true;
  const prototype: unknown = Object.getPrototypeOf(target);
  if (prototype !== null && prototype !== Object.prototype) return false;
  const descriptors = Object.getOwnPropertyDescriptors(target);
  if ('__esModule' in descriptors && descriptors.__esModule?.value === true) return true;
  // esbuild marks nothing: every export is a getter that cannot be changed, on an object that can. Getters that people
  // write in an object literal can be changed.
  const members = Object.values(descriptors);
  return (
    members.length > 0 &&
    Object.isExtensible(target) &&
    members.every(({ get, set, configurable, enumerable }) => get && !set && !configurable && enumerable)
  );
}

/** What a namespace exports under a name; undefined also where its module is still being loaded. */
export function readExport(namespace: object, name: string): unknown {
  try {
    return Reflect.get(namespace, name);
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}
