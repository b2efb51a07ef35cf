import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { canonicalJson } from '@toolwright/json';

/** Returns a digest that is the same for equal values. Values that JSON cannot carry, such as a `Map` in a context, are described. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(textOf(value)).digest('hex').slice(0, 32);
}

function textOf(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    return inspect(value, { depth: 20, maxArrayLength: 10_000, maxStringLength: 100_000, sorted: true });
  }
}
