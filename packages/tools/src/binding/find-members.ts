import type { ManifestTool } from '@toolwright/contract';
import { isMarked as isMarkedAs } from '../decorator/mark.js';
import type { ManifestIndex } from './manifest-index.js';

/** A named function of an object, class or module. */
export interface FoundMember {
  readonly member: string;
  readonly fn: (...args: unknown[]) => unknown;
  /** The manifest's entry; undefined for members of another kind, and for members that codegen has not seen. */
  readonly entry: ManifestTool | undefined;
  /** Whether the member, or a method that it overrides, is marked as the kind that the index contains. */
  readonly isMarked: boolean;
  /** False if `fn` overrides the method that the entry describes. */
  readonly isOwn: boolean;
  /** The prototype or class that the entry belongs to; undefined for functions. */
  readonly holder: object | undefined;
}

/**
 * Finds all functions that `target` has or inherits. For each name, returns the most derived definition. Reads property descriptors, so
 * that no getter runs, except getters that bundlers generate for a module's exports.
 */
export function findMembers(target: object, index: ManifestIndex): FoundMember[] {
  if (isModuleNamespace(target)) return findExports(target, index);
  const chain = prototypeChain(target);
  const found = new Map<string, FoundMember | undefined>();
  for (const holder of chain) {
    for (const member of Object.getOwnPropertyNames(holder)) {
      if (found.has(member) || member === 'constructor') continue;
      const fn: unknown = Object.getOwnPropertyDescriptor(holder, member)?.value;
      found.set(member, isFunction(fn) ? describeMember(chain, member, fn, index) : undefined);
    }
  }
  return [...found.values()].filter((member) => member !== undefined);
}

function describeMember(
  chain: readonly object[],
  member: string,
  fn: FoundMember['fn'],
  index: ManifestIndex,
): FoundMember {
  const isMarked = chain.some((holder) => {
    const value: unknown = Object.getOwnPropertyDescriptor(holder, member)?.value;
    return isFunction(value) && isMarkedAs(index.kind, value);
  });
  for (const holder of chain) {
    const entry = index.findMember(holder, member);
    if (entry !== undefined)
      return { member, fn, entry, isMarked, isOwn: isMemberOf(holder, member, fn), holder };
  }
  const entry = index.findMethod(fn) ?? index.findFunction(fn);
  return { member, fn, entry, isMarked, isOwn: true, holder: undefined };
}

function findExports(namespace: object, index: ManifestIndex): FoundMember[] {
  return Object.getOwnPropertyNames(namespace).flatMap((member) => {
    const fn = readExport(namespace, member);
    if (!isFunction(fn)) return [];
    const entry = index.findFunction(fn);
    return [{ member, fn, entry, isMarked: isMarkedAs(index.kind, fn), isOwn: true, holder: undefined }];
  });
}

/** Whether a prototype or class has or inherits exactly this function. */
function isMemberOf(holder: object, member: string, fn: unknown): boolean {
  const owner = prototypeChain(holder).find((each) => Object.hasOwn(each, member));
  return owner !== undefined && Object.getOwnPropertyDescriptor(owner, member)?.value === fn;
}

/** Returns the prototype chain, starting with the object itself and excluding the built-in prototypes. */
export function prototypeChain(target: object): object[] {
  const chain: object[] = [];
  for (let holder: object | null = target; holder !== null; holder = Object.getPrototypeOf(holder)) {
    if (holder === Object.prototype || holder === Function.prototype) break;
    chain.push(holder);
  }
  return chain;
}

function isFunction(value: unknown): value is FoundMember['fn'] {
  return typeof value === 'function';
}

/**
 * Whether an object is the result of `import * as tools`: a real namespace, or the plain object that bundlers and CommonJS use instead.
 * Its getters only forward an export.
 */
function isModuleNamespace(target: object): boolean {
  if (Object.prototype.toString.call(target) === '[object Module]') return true;
  const prototype: unknown = Object.getPrototypeOf(target);
  if (prototype !== null && prototype !== Object.prototype) return false;
  const descriptors = Object.getOwnPropertyDescriptors(target);
  if ('__esModule' in descriptors && descriptors.__esModule?.value === true) return true;
  // esbuild adds no marker, but every export is a non-configurable getter on an extensible object. Handwritten getters in an object
  // literal are configurable.
  const members = Object.values(descriptors);
  return (
    members.length > 0 &&
    Object.isExtensible(target) &&
    members.every(({ get, set, configurable, enumerable }) => get && !set && !configurable && enumerable)
  );
}

/** Returns a namespace's export; undefined if it does not exist, or while its module is still loading. */
function readExport(namespace: object, name: string): unknown {
  try {
    return Reflect.get(namespace, name);
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}
