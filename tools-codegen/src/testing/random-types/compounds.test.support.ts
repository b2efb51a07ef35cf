import type { JsonValue } from '@toolwright/contract';
import { object, objectOf } from './objects.test.support.js';
import {
  inner,
  KEYS,
  type MakeInner,
  type RandomType,
  sample,
  type TypeScope,
} from './random-type.test.support.js';

export function array({ random }: TypeScope, make: MakeInner): RandomType {
  const type = make();
  const [first = null, second = first] = type.values;
  const text = random.pick([
    `${inner(type)}[]`,
    `readonly ${inner(type)}[]`,
    `Array<${type.text}>`,
    `ReadonlyArray<${type.text}>`,
    `[${type.text}, ...${inner(type)}[]]`,
  ]);
  return { text, values: [[], [first], [first, second]] };
}

export function tuple({ random }: TypeScope, make: MakeInner): RandomType {
  const [one, two, three] = [make(), make(), make()];
  const [a = null, b = null, c = null] = [one, two, three].map(({ values }) => values[0]);
  const text = random.pick([
    `[${one.text}, ${two.text}]`,
    `[${one.text}, ${inner(two)}?]`,
    `[first: ${one.text}, second?: ${two.text}]`,
    `[${one.text}, ...${inner(three)}[]]`,
    `readonly [${one.text}, ${inner(two)}?, ...${inner(three)}[]]`,
    `Readonly<[${one.text}, ${two.text}, ${three.text}]>`,
    `Partial<[${one.text}, ${two.text}]>`,
    `[...[${one.text}, ${two.text}], ${three.text}]`,
  ]);
  return { text, values: [[a], [a, b], [a, b, c], [a, c, c], []] };
}

export function union({ random, declare }: TypeScope, make: MakeInner): RandomType {
  const members = Array.from({ length: 2 + random.below(3) }, () => make());
  const text = members.map(inner).join(' | ');
  const own = members.flatMap((member) => member.values);
  const [first = null, last = null] = [own[0], own.at(-1)];
  const values = sample(random, [...own, merge(first, last)]);
  return random.chance(0.3)
    ? { text: declare((name) => `type ${name} = ${text};`), values }
    : { text, values };
}

/** Objects that a literal distinguishes. */
export function discriminated(scope: TypeScope, make: MakeInner): RandomType {
  const tags = scope.random.pick<readonly JsonValue[]>([
    ['a', 'b', 'c'],
    [1, 2],
    [true, false],
  ]);
  const members = tags.map((tag) => {
    const kind = { text: JSON.stringify(tag), values: [tag] };
    return objectOf(scope, [
      { name: 'kind', optional: false, type: kind },
      { name: scope.random.pick(['a', 'b']), optional: scope.random.chance(0.3), type: make() },
    ]);
  });
  const values = members.flatMap((member) => member.values);
  return { text: members.map(inner).join(' | '), values: sample(scope.random, values) };
}

/** Objects with all members of two others. Shared members have one type, because a primitive with members counts as a brand. */
export function intersection(scope: TypeScope, make: MakeInner): RandomType {
  const { random } = scope;
  const one = object(scope, make);
  const shared = random.some(one.members ?? [], random.below(2));
  const own = random.some(KEYS, 2).filter((key) => one.members?.every(({ name }) => name !== key));
  const members = [
    ...shared.map((member) => ({ ...member, optional: random.chance(0.5) })),
    ...own.map((name) => ({ name, optional: random.chance(0.3), type: make() })),
  ];
  const other = objectOf(scope, members);
  const joined = one.values.flatMap((value) => other.values.map((more) => merge(value, more)));
  const values = sample(random, [...joined, ...one.values]);
  const more = random.pick([
    other.text,
    other.text,
    `(${other.text} | { only: true })`,
    `Partial<${other.text}>`,
  ]);
  return { text: `${inner(one)} & ${inner({ text: more, values })}`, values };
}

/** Joins the members of two values that are objects. */
export function merge(one: JsonValue, other: JsonValue): JsonValue {
  const isObject = (value: JsonValue): value is object & JsonValue =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject(one) && isObject(other) ? { ...one, ...other } : one;
}

/** Types that depend on others by a condition. */
export function conditional(scope: TypeScope, make: MakeInner): RandomType {
  const { random, declare } = scope;
  const [one, other] = [make(true), make(true)];
  const values = sample(random, [...one.values, ...other.values]);
  const [test, yes, no] = [object(scope, () => make(true)), one.text, other.text];
  const distribute = (): string =>
    declare((name) => `type ${name}<T> = T extends string ? { text: T } : T extends number ? T : null;`);
  const choices: readonly (() => RandomType)[] = [
    () => ({ text: `${inner(test)} extends { a: unknown } ? ${inner(one)} : ${inner(other)}`, values }),
    () => ({ text: `Exclude<${yes} | 'a' | 'b', 'a'>`, values: ['a', 'b', ...values] }),
    () => ({ text: `Extract<${yes} | 'a' | 1, string>`, values: ['a', 1, ...values] }),
    () => ({ text: `NonNullable<${yes} | null>`, values: [null, ...values] }),
    () => ({ text: `${distribute()}<'a' | 1 | true>`, values: [{ text: 'a' }, { text: 'b' }, 1, null] }),
    () => ({
      text: `${inner(test)} extends { a: infer U } ? U[] : ${inner({ text: no, values: [] })}`,
      values: [[], ...values],
    }),
  ];
  return random.pick(choices)();
}

/** Built-ins that contain other values, as JSON. */
export function collection({ random }: TypeScope, make: MakeInner): RandomType {
  const type = make();
  const [first = null, second = first] = type.values;
  return random.pick<RandomType>([
    { text: `Set<${type.text}>`, values: [[], [first]] },
    { text: `ReadonlySet<${type.text}>`, values: [[], [first]] },
    { text: `Map<string, ${type.text}>`, values: [{}, { a: first, b: second }] },
    { text: `Map<'a' | 'b', ${type.text}>`, values: [[], [['a', first]], [['c', first]]] },
    {
      text: `Map<number, ${type.text}>`,
      values: [
        [],
        [
          [1, first],
          [2, second],
        ],
        [['a', first]],
      ],
    },
    { text: `Map<\`x-\${string}\`, ${type.text}>`, values: [{}, { 'x-1': first }, { a: first }] },
  ]);
}
