import { isMarked, type MarkKind } from '../decorator/mark.js';
import { type FoundMember, prototypeChain } from './find-members.js';
import type { ManifestIndex } from './manifest-index.js';

/**
 * Whether a method lost its decorator since codegen ran. An unmarked method may have a JSDoc tag instead, so another method must prove
 * that the class uses decorators. For classes with both, the manifest lists the tags. If a spy or another decorator replaced the method,
 * its mark is hidden: only the text of the class proves that the method is the original.
 */
export function isWithdrawn(
  { member, holder, isMarked: marked }: Pick<FoundMember, 'member' | 'holder' | 'isMarked'>,
  index: ManifestIndex,
): boolean {
  if (marked || holder === undefined) return false;
  return prototypeChain(holder).some((each) => {
    const entry = index.findMember(each, member);
    if (entry === undefined || entry.tagged) return false;
    const owners = prototypeChain(each).filter((owner) => Object.hasOwn(owner, member));
    const [own] = owners;
    return (
      own !== undefined && isDecorated(own, index.kind) && owners.every((owner) => isWritten(owner, member))
    );
  });
}

/** Whether a class decorates an instance or static method. @param owner the class or its prototype */
function isDecorated(owner: object, kind: MarkKind): boolean {
  return sidesOf(owner).some((side) =>
    Object.getOwnPropertyNames(side).some((member) => {
      const method = ownValue(side, member);
      return typeof method === 'function' && isMarked(kind, method) && isWritten(side, member);
    }),
  );
}

function isWritten(owner: object, member: string): boolean {
  const method = ownValue(owner, member);
  const text = textOf(classOf(owner));
  return typeof method === 'function' && text.startsWith('class') && text.includes(textOf(method));
}

function sidesOf(owner: object): object[] {
  const itsClass = classOf(owner);
  const prototype = typeof itsClass === 'function' ? ownValue(itsClass, 'prototype') : undefined;
  return [itsClass, prototype].filter((side) => side instanceof Object);
}

function classOf(owner: object): unknown {
  return typeof owner === 'function' ? owner : ownValue(owner, 'constructor');
}

/** Returns the value of an own member without running getters. */
function ownValue(holder: object, member: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, member)?.value;
}

function textOf(value: unknown): string {
  return typeof value === 'function' ? Function.prototype.toString.call(value) : '';
}
