import type { JsonValue } from '@toolwright/contract';
import { merge } from './compounds.test.support.js';
import { object, objectValues } from './objects.test.support.js';
import {
  inner,
  keyText,
  type MakeInner,
  type RandomMember,
  type RandomType,
  sample,
  type TypeScope,
} from './random-type.test.support.js';

/** An object type that others are computed from, and one of its required members. */
interface Source {
  readonly text: string;
  readonly type: RandomType;
  readonly members: readonly RandomMember[];
  readonly first: RandomMember;
}

type Compute = (source: Source, scope: TypeScope) => RandomType;

/** A type that is computed from an object type. */
export function mapped(scope: TypeScope, make: MakeInner): RandomType {
  const type = object(scope, make);
  const { members = [] } = type;
  // An optional member may be undefined, and a member that may be undefined may be absent.
  const first = members.find(({ optional }) => !optional);
  if (first === undefined) return type;
  const compute = scope.random.pick([...UTILITIES, ...MAPPED, ...GENERICS, ...LOOKUPS]);
  const made = compute({ text: type.text, type, members, first }, scope);
  return { ...made, values: sample(scope.random, made.values) };
}

const UTILITIES: readonly Compute[] = [
  ({ text, members }) => ({
    text: `Partial<${text}>`,
    values: [{}, ...objectValues(members.map((member) => ({ ...member, optional: true })))],
  }),
  ({ text, members }) => ({ text: `Required<${text}>`, values: objectValues(members) }),
  ({ text, type }) => ({ text: `Readonly<${text}>`, values: type.values }),
  ({ text, type }) => ({ text: `NoInfer<${text}>`, values: type.values }),
  ({ text, type }) => ({ text: `Awaited<Promise<${text}>>`, values: type.values }),
  ({ text, first }) => ({ text: `Pick<${text}, '${first.name}'>`, values: objectValues([first]) }),
  ({ text, members, first, type }) => {
    const left = members.filter((member) => member !== first);
    return left.length === 0 ? type : { text: `Omit<${text}, '${first.name}'>`, values: objectValues(left) };
  },
  ({ text, type, first }) => ({
    text: `Partial<${text} | { only: ${first.type.text} }>`,
    values: [{}, ...type.values, ...first.type.values.map((value) => ({ only: value }))],
  }),
  ({ text, type, first }) => ({
    text: `Omit<${text} | { ${keyText(first.name)}: ${first.type.text}; only: 1 }, 'only'>`,
    values: [{}, ...type.values, ...objectValues([first])],
  }),
  ({ text, first }) => ({
    text: `Extract<(${text}) | { tag: 'x'; more: ${first.type.text} }, { tag: unknown }>`,
    values: first.type.values.map((value) => ({ tag: 'x', more: value })),
  }),
  ({ type, first }) => ({
    text: `${inner(type)} & Record<'more', ${first.type.text}>`,
    values: type.values.flatMap((value) => first.type.values.map((more) => merge(value, { more }))),
  }),
];

const MAPPED: readonly Compute[] = [
  ({ type }) => ({
    text: `{ [K in keyof ${inner(type)}]: ${inner(type)}[K] | null }`,
    values: type.values,
  }),
  ({ type, members }) => ({
    text: `{ -readonly [K in keyof ${inner(type)}]-?: string }`,
    values: [Object.fromEntries(members.map(({ name }) => [name, 'a']))],
  }),
  ({ type, first }) => ({
    text: `{ [K in keyof ${inner(type)} as K extends 'a' ? 'renamed' : K]: ${inner(type)}[K] }`,
    values: [...type.values, ...first.type.values.map((value) => ({ renamed: value }))],
  }),
  ({ text, type }, { declare }) => {
    const keys = declare(
      (name) => `enum ${name} { A = 'a', B = 'b' }`,
      (name) => `type ${name} = 'a' | 'b';`,
    );
    return {
      text: `Record<${keys}, ${text}>`,
      values: type.values.flatMap((value): JsonValue[] => [{ a: value, b: value }, { a: value }]),
    };
  },
];

const boxed = (values: readonly JsonValue[]): JsonValue[] =>
  values.flatMap((value): JsonValue[] => [{ a: value }, { a: value, b: 'a' }]);

const GENERICS: readonly Compute[] = [
  ({ text, type }, { declare }) => {
    const box = declare((name) => `interface ${name}<T, U = string> { a: T; b?: U }`);
    return { text: `${box}<${text}>`, values: boxed(type.values) };
  },
  ({ text, first }, { declare }) => {
    const box = declare((name) => `type ${name}<T, U extends object> = { a: T; b?: U };`);
    return { text: `${box}<${first.type.text}, ${text}>`, values: boxed(first.type.values) };
  },
  ({ text, type, first }, { declare }) => {
    const boxes = declare(
      (name) => `type ${name}<T extends readonly unknown[]> = { [K in keyof T]: { at: T[K] } };`,
    );
    return {
      text: `${boxes}<[${text}, ${first.type.text}]>`,
      values: type.values.map((value) => [{ at: value }, { at: first.type.values[0] ?? null }]),
    };
  },
  ({ text, type, first }, { declare }) => {
    const merged = declare(
      (name) => `interface ${name} { one: ${first.type.text} }\ninterface ${name} { two?: ${text} }`,
      (name) => `interface ${name} { one: ${first.type.text}; two?: ${text} }`,
    );
    const [two = null] = type.values;
    return { text: merged, values: first.type.values.flatMap((one): JsonValue[] => [{ one }, { one, two }]) };
  },
];

const LOOKUPS: readonly Compute[] = [
  ({ type }) => ({ text: `keyof ${inner(type)}`, values: ['a', 'b', 'x-1', 7] }),
  ({ type, first }) => ({ text: `${inner(type)}['${first.name}']`, values: first.type.values }),
  ({ text, type, members }) => ({
    text: `Required<${text}>[keyof ${inner(type)}]`,
    values: members.flatMap((member) => member.type.values),
  }),
  ({ text, type }) => ({ text: `[${text}, number][number]`, values: [...type.values, 1] }),
  ({ text, type, first }) => ({
    text: `Parameters<(first: ${text}, second?: ${first.type.text}) => void>`,
    values: type.values.flatMap((value): JsonValue[] => [[value], [value, first.type.values[0] ?? null]]),
  }),
];
