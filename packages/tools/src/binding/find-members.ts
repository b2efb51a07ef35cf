import type { ManifestTool } from '@toolwright/contract';
import { isMarked as isMarkedAs } from '../decorator/mark.js';
import type { ManifestIndex } from './manifest-index.js';

/** A function that an object, class or module offers under a name. */
export interface FoundMember {
  readonly member: string;
  readonly fn: (...args: unknown[]) => unknown;
  /** The manifest's entry; undefined for members that are not of the index's kind, or that codegen has not seen. */
  readonly entry: ManifestTool | undefined;
  /** Marked as what the index holds, here or where it is first defined. */
  readonly isMarked: boolean;
  /** False where `fn` overrides the method that the entry describes. */
  readonly isOwn: boolean;
  /** The prototype or class that the entry belongs to; undefined for functions. */
  readonly holder: object | undefined;
}

/**
 * All functions that `target` has or inherits, the most derived definition of each name. Reads property descriptors only: no
 * getter fires, except those that bundlers put in place of a module's exports.
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

/** Whether a prototype or class has, or inherits, this very function. */
function isMemberOf(holder: object, member: string, fn: unknown): boolean {
  const owner = prototypeChain(holder).find((each) => Object.hasOwn(each, member));
  return owner !== undefined && Object.getOwnPropertyDescriptor(owner, member)?.value === fn;
}

/** From the object itself up to, but without, the prototypes that everything has. */
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
 * True for what `import * as tools` gives: a real namespace, or the plain object that bundlers and CommonJS put in its place.
 * These have getters that only pass an export on.
 */
function isModuleNamespace(target: object): boolean {
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
function readExport(namespace: object, name: string): unknown {
  try {
    return Reflect.get(namespace, name);
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}
