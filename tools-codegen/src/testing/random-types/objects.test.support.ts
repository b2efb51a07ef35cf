import type { JsonValue } from '@toolwright/contract';
import {
  inner,
  KEYS,
  keyText,
  type MakeInner,
  type RandomMember,
  type RandomType,
  sample,
  type TypeScope,
} from './random-type.test.support.js';

/** An object type with known members: a literal, an interface, a class. */
export function object(scope: TypeScope, make: MakeInner): RandomType {
  const { random } = scope;
  const members = random
    .some(KEYS, 1 + random.below(3))
    .map((name): RandomMember => ({ name, optional: random.chance(0.3), type: make() }));
  return objectOf(scope, members);
}

/** An object type that has these members, in one of the ways to write it. */
export function objectOf({ random, declare }: TypeScope, members: readonly RandomMember[]): RandomType {
  const body = `{ ${members.map((member) => memberText(member, random.chance(0.2))).join(' ')} }`;
  const values = objectValues(members, random.pick([0, 1]));
  const made = { members, values: sample(random, values) };
  switch (random.below(6)) {
    case 0:
      return { ...made, text: declare((name) => `interface ${name} ${body}`) };
    case 1:
      return { ...made, text: declare((name) => `type ${name} = ${body};`) };
    case 2:
      return { ...made, text: declare((name) => `declare class ${name} ${body}`) };
    case 3: {
      // One member comes from an interface above.
      const [first, ...others] = members;
      const rest = others.map((member) => memberText(member, false)).join(' ');
      if (first === undefined) return { ...made, text: body };
      const base = declare((name) => `interface ${name} { ${memberText(first, false)} }`);
      return { ...made, text: declare((name) => `interface ${name} extends ${base} { ${rest} }`) };
    }
    default:
      return { ...made, text: body };
  }
}

function memberText({ name, optional, type }: RandomMember, readonly: boolean): string {
  return `${readonly ? 'readonly ' : ''}${keyText(name)}${optional ? '?' : ''}: ${type.text};`;
}

/** Values with all members, and with the required ones. */
export function objectValues(members: readonly RandomMember[], shift = 0): JsonValue[] {
  const valueAt = (index: number, names: readonly RandomMember[]): JsonValue =>
    Object.fromEntries(
      names.flatMap(({ name, type: { values } }) => {
        const value = values[(index + shift) % Math.max(1, values.length)];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  const required = members.filter(({ optional }) => !optional);
  return [0, 1, 2].flatMap((index) => [valueAt(index, members), valueAt(index, required)]);
}

/** Objects whose keys are not all known. */
export function openObject({ random }: TypeScope, make: MakeInner): RandomType {
  const type = make();
  const [first = null, second = first] = type.values;
  const t = inner(type);
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: TypeScript in text.
  const made: readonly RandomType[] = [
    { text: `Record<string, ${type.text}>`, values: [{}, { a: first, b: second }] },
    { text: `{ [key: string]: ${type.text} }`, values: [{}, { a: first, b: second }] },
    {
      text: `{ a: ${type.text}; [key: string]: ${t} | null }`,
      values: [{ a: first }, { a: first, b: null }],
    },
    { text: `Record<\`x-\${string}\`, ${type.text}>`, values: [{}, { 'x-1': first }, { a: first }] },
    {
      text: `{ [key: \`x-\${string}\`]: ${type.text}; [key: \`y\${number}\`]: 1 }`,
      values: [{}, { 'x-1': first, y1: 1 }, { y1: first }],
    },
    { text: `{ [key: string]: unknown; 'x-1': ${type.text} }`, values: [{ 'x-1': first }, { a: 1 }] },
    {
      text: `{ [key: string]: unknown; [key: \`x-\${string}\`]: ${type.text} }`,
      values: [{ 'x-1': first }, { a: 1 }, { 'x-1': { a: 7 } }],
    },
    {
      text: `{ [key: string]: ${t} | number; [key: number]: number }`,
      values: [{ 7: 1, a: first }, { 7: first }],
    },
    { text: `Record<number, ${type.text}>`, values: [{}, { 7: first }, { a: first }, { '-1.5': second }] },
    { text: `Record<'a' | 'b', ${type.text}>`, values: [{ a: first, b: second }, { a: first }] },
    { text: `Partial<Record<'a' | 'b', ${type.text}>>`, values: [{ a: first, b: second }, { a: first }, {}] },
    {
      text: `{ [K in 'a' | 'x-1' as \`get-\${K}\`]: ${type.text} }`,
      values: [{ 'get-a': first, 'get-x-1': second }],
    },
    {
      text: `{ a: ${type.text} } & Record<\`x-\${string}\`, ${type.text}>`,
      values: [{ a: first, 'x-1': second }],
    },
  ];
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: TypeScript in text.
  return random.pick(made);
}

/** A type that contains itself. */
export function recursive({ random, declare }: TypeScope, make: MakeInner): RandomType {
  const { text: type, values } = make();
  const [first = null, second = first] = values;
  const leaf = { value: first };
  switch (random.below(5)) {
    case 0: {
      const name = declare((own) => `interface ${own} { value: ${type}; next?: ${own} }`);
      return { text: name, values: [leaf, { value: second, next: leaf }, { value: first, next: {} }] };
    }
    case 1: {
      const name = declare((own) => `type ${own} = { value: ${type}; children: ${own}[] };`);
      const tree = { ...leaf, children: [] };
      return { text: name, values: [tree, { value: second, children: [tree, tree] }, leaf] };
    }
    case 2: {
      const name = declare((own) => `interface ${own}<T> { value: T; next: ${own}<T> | null }`);
      const end = { ...leaf, next: null };
      return { text: `${name}<${type}>`, values: [end, { value: second, next: end }, leaf] };
    }
    case 3: {
      const name = declare((own) => `type ${own} = (${type}) | ${own}[] | { more: ${own} };`);
      return { text: name, values: [first, [first, [second]], { more: [first] }, { more: {} }] };
    }
    default: {
      const name = declare(
        (own) => `interface ${own} { value: ${type}; left: ${own} | null; right?: ${own} }`,
      );
      const end = { ...leaf, left: null };
      return { text: name, values: [end, { ...leaf, left: end, right: end }, { ...end, right: null }] };
    }
  }
}
