import type { Message } from './messages.js';

/**
 * A message that nobody can change any more, and without half characters: the memory shares it with events, results and requests. One
 * that is sealed is returned itself; another one is copied, since it may belong to somebody else.
 */
export function sealMessage<Sealed extends Message>(message: Sealed): Sealed {
  if (Seal.has(message)) return message;
  const copy = sealValue(message) as Sealed; // a copy has the type of its original
  new Seal(copy);
  return copy;
}

/** Whether a value is a sealed message: one that was checked, or that a run has made. */
export function isSealed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Seal.has(value);
}

/** The same for a message that was just made, with nothing in it that belongs to somebody else: it is sealed itself. */
export function sealOwn<Own extends Message>(message: Own): Own {
  if (Seal.has(message)) return message;
  freezeOwn(message);
  new Seal(message);
  return message;
}

/** A copy of a JSON value that nobody can change, and without half characters. */
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
 * Whether a message was searched for secrets, so that each request searches only the new ones.
 * @param version of the texts that are searched for
 */
export function isSearched(message: object, version: number): boolean {
  return Seal.version(message) === version;
}

/** Does nothing for a message that somebody can still change. */
export function markSearched(message: object, version: number): void {
  Seal.setVersion(message, version);
}

/**
 * Puts the private members of a class that extends it on a given object: a mark that nothing shows, also on a frozen one. A WeakSet of as many
 * objects would cost each collection of garbage.
 */
class MarkedObject {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: see above
    return object;
  }
}

/** The mark of a sealed message: a private member, which is the version of the secrets that it was searched for. */
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

/** Values other than JSON (bytes, instances of classes) stay as they are. */
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
