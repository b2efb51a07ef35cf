import type { Message } from './messages.js';

/**
 * Returns an immutable message without lone surrogates, which the memory can share with events, results and requests. Sealed messages are
 * returned unchanged. Other messages are copied, because the caller may still mutate them.
 */
export function sealMessage<Sealed extends Message>(message: Sealed): Sealed {
  if (Seal.has(message)) return message;
  const copy = sealValue(message) as Sealed; // a copy has the type of its original
  new Seal(copy);
  return copy;
}

/** Whether a value is a sealed message, which was checked or created by a run. */
export function isSealed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Seal.has(value);
}

/** Seals a new message in place. No part of it may be shared with other objects. */
export function sealOwn<Own extends Message>(message: Own): Own {
  if (Seal.has(message)) return message;
  freezeOwn(message);
  new Seal(message);
  return message;
}

/** Returns an immutable copy of a JSON value, without lone surrogates. */
export function sealJson<Value>(value: Value): Value {
  return sealValue(value) as Value; // a copy has the type of its original
}

function freezeOwn(value: object): void {
  if (Object.isFrozen(value)) return;
  for (const key in value) {
    const member: unknown = Reflect.get(value, key);
    if (typeof member === 'object' && member !== null) freezeOwn(member);
    else if (typeof member === 'string' && !member.isWellFormed())
      Reflect.set(value, key, member.toWellFormed());
  }
  Object.freeze(value);
}

/**
 * Whether a message was already searched for secrets, so that each request only searches new messages. @param version The version of the
 * set of secrets.
 */
export function isSearched(message: object, version: number): boolean {
  return Seal.version(message) === version;
}

/** Marks a message as searched. Does nothing for a message that is not sealed. */
export function markSearched(message: object, version: number): void {
  Seal.setVersion(message, version);
}

/**
 * Adds the private members of a subclass to a given object, as an invisible mark that even works on frozen objects. A WeakSet with that
 * many objects would slow down every garbage collection.
 */
class MarkedObject {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: see above
    return object;
  }
}

/** The mark of a sealed message, with the version of the set of secrets that it was last searched for. */
class Seal extends MarkedObject {
  #version: number | undefined = undefined;

  static has(value: object): boolean {
    return #version in value;
  }

  static version(value: object): number | undefined {
    return #version in value ? value.#version : undefined;
  }

  static setVersion(value: object, version: number): void {
    if (#version in value) value.#version = version;
  }
}

/** Copies and freezes JSON; other values (bytes, class instances) stay unchanged. */
function sealValue(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(sealValue));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null)
    return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const sealed = sealValue(member);
    if (key === '__proto__') Object.defineProperty(copy, key, { value: sealed, enumerable: true });
    else copy[key] = sealed;
  }
  return Object.freeze(copy);
}
