import type { JsonValue } from '@toolwright/contract';
import type { Random } from './random.test.support.js';

/** Of several types, so that most places refuse most of them. */
const OTHERS: readonly JsonValue[] = [
  null,
  0,
  1,
  1.5,
  -1,
  'a',
  'b',
  '',
  '1',
  true,
  false,
  {},
  [],
  ['a'],
  { a: 1 },
  { kind: 'a' },
];

const NAMES = ['a', 'b', 'kind', 'x-1', '7', 'more', 'x-'];

/** A value with one change at a random place: something removed, added or replaced. */
export function spoil(value: JsonValue, random: Random): JsonValue {
  if (isList(value)) return spoilList(value, random);
  if (typeof value !== 'object' || value === null) return random.pick(OTHERS);
  const entries = Object.entries(value);
  const at = random.below(Math.max(1, entries.length));
  switch (random.below(5)) {
    case 0:
      return random.pick(OTHERS);
    case 1:
      return Object.fromEntries(entries.filter((_, index) => index !== at));
    case 2:
      return { ...value, [random.pick(NAMES)]: random.pick(OTHERS) };
    default:
      return Object.fromEntries(
        entries.map(([name, member], index) => [name, index === at ? spoil(member, random) : member]),
      );
  }
}

function spoilList(value: readonly JsonValue[], random: Random): JsonValue {
  const at = random.below(Math.max(1, value.length));
  switch (random.below(5)) {
    case 0:
      return random.pick(OTHERS);
    case 1:
      return value.filter((_, index) => index !== at);
    case 2:
      return [...value, random.pick([...OTHERS, ...value])];
    default:
      return value.map((item, index) => (index === at ? spoil(item, random) : item));
  }
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
