import type { Message } from '@toolwright/contract';

/** Messages that are sealed: one goes through many lists, and is copied once. */
const sealed = new WeakSet<Message>();

/**
 * A message that nobody can change any more, and without half characters: the memory shares it with events, results and requests. One
 * that is sealed is returned itself; another one is copied, since it may belong to somebody else.
 */
export function sealMessage<Sealed extends Message>(message: Sealed): Sealed {
  if (sealed.has(message)) return message;
  const copy = sealValue(message) as Sealed; // a copy has the type of its original
  sealed.add(copy);
  return copy;
}

/** What is no JSON (bytes, instances of classes) is left alone. */
function sealValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(sealValue));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value;
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, sealValue(one)])));
}
