import { randomUUID } from 'node:crypto';
import type { BuiltInName } from '@toolwright/json-schema';
import fc from 'fast-check';
import type { ClassNode, Definition, TypeNode } from '../ir/type-node.js';
import { type classes, comparable, Tagged, Wrapped } from './arbitrary-classes.test.support.js';

/** A random type, its definitions, and values of it in memory. */
export interface ArbitraryType {
  readonly node: TypeNode;
  readonly definitions: readonly Definition[];
  readonly values: fc.Arbitrary<unknown>;
}

/** Types of all kinds, many of which contain built-in objects and instances of classes. */
export function arbitraryType(depth = 3): fc.Arbitrary<ArbitraryType> {
  if (depth === 0) return fc.oneof(scalar, builtIn, orText);
  const inner = arbitraryType(depth - 1);
  const choices = [
    scalar,
    builtIn,
    orText,
    collection(inner),
    container(inner),
    union(inner),
    recursive(inner),
    instance(inner),
  ];
  return fc.oneof(...choices);
}

const leaf = (node: TypeNode, values: fc.Arbitrary<unknown>): ArbitraryType => ({
  node,
  definitions: [],
  values,
});

const scalar: fc.Arbitrary<ArbitraryType> = fc.constantFrom(
  leaf({ kind: 'string', minLength: 1, maxLength: 8 }, fc.string({ minLength: 1, maxLength: 8 })),
  leaf({ kind: 'number' }, fc.integer()),
  leaf({ kind: 'boolean' }, fc.boolean()),
  leaf({ kind: 'null' }, fc.constant(null)),
  leaf({ kind: 'literal', value: 'now' }, fc.constant('now')),
  leaf({ kind: 'enum', values: ['a', 1, true] }, fc.constantFrom('a', 1, true)),
  leaf(
    { kind: 'unknown' },
    fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))),
  ),
);

const earliest = new Date('0000-01-01T00:00:00Z');
const latest = new Date('9999-12-31T23:59:59Z');
const dates = fc.date({ min: earliest, max: latest, noInvalidDate: true });
const DAY = 24 * 60 * 60 * 1000;

/** Values of each built-in that contains no other values. The compiler requires every one of them. */
const BUILT_INS: Readonly<Record<Exclude<BuiltInName, 'map' | 'set'>, fc.Arbitrary<unknown>>> = {
  date: dates,
  url: fc.webUrl({ withQueryParameters: true, withFragments: true }).map((url) => new URL(url)),
  bigint: fc.bigInt(),
  bytes: fc.uint8Array(),
  regexp: fc.constantFrom(/a\/b/u, /^\p{L}+$/u, /(?:)/u, /\n/u),
};

const builtIn: fc.Arbitrary<ArbitraryType> = fc.constantFrom(
  // The keys are those of BUILT_INS.
  ...(Object.keys(BUILT_INS) as (keyof typeof BUILT_INS)[]).map((codec) =>
    leaf({ kind: 'codec', codec }, BUILT_INS[codec]),
  ),
  leaf(
    { kind: 'codec', codec: 'date', format: 'date' },
    dates.map((date) => new Date(Math.floor(date.getTime() / DAY) * DAY)),
  ),
);

/** `Date | string`, which is text in JSON. */
const orText: fc.Arbitrary<ArbitraryType> = builtIn.chain(({ node, values }) =>
  fc.constantFrom(
    leaf({ kind: 'union', members: [node, { kind: 'string' }] }, fc.oneof(values, fc.string())),
    leaf(
      {
        kind: 'union',
        members: [
          { kind: 'array', items: node },
          { kind: 'array', items: { kind: 'string' } },
        ],
      },
      fc.oneof(fc.array(values), fc.array(fc.string())),
    ),
  ),
);

const keys = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '1', 'a b'));

function collection(inner: fc.Arbitrary<ArbitraryType>): fc.Arbitrary<ArbitraryType> {
  const set = inner.map(
    ({ node, definitions, values }): ArbitraryType => ({
      node: { kind: 'codec', codec: 'set', items: node },
      definitions,
      values: distinct(values).map((items) => new Set(items)),
    }),
  );
  const record = inner.map(
    ({ node, definitions, values }): ArbitraryType => ({
      node: { kind: 'codec', codec: 'map', keys: { kind: 'string' }, items: node },
      definitions,
      values: fc.array(fc.tuple(keys, values), { maxLength: 3 }).map((entries) => new Map(entries)),
    }),
  );
  const pairs = fc.tuple(inner, inner).map(
    ([key, value]): ArbitraryType => ({
      // A map with plain string keys is created above.
      node: { kind: 'codec', codec: 'map', keys: { kind: 'union', members: [key.node] }, items: value.node },
      definitions: [...key.definitions, ...value.definitions],
      values: fc
        .tuple(distinct(key.values), fc.array(value.values, { minLength: 3, maxLength: 3 }))
        .map(([own, items]) => new Map(own.map((each, index) => [each, items[index]]))),
    }),
  );
  return fc.oneof(set, record, pairs);
}

function distinct(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc.uniqueArray(values, { maxLength: 3, selector: (value) => JSON.stringify(comparable(value)) });
}

function container(inner: fc.Arbitrary<ArbitraryType>): fc.Arbitrary<ArbitraryType> {
  const array = inner.map(
    ({ node, definitions, values }): ArbitraryType => ({
      node: { kind: 'array', items: node },
      definitions,
      values: fc.array(values, { maxLength: 3 }),
    }),
  );
  const tuple = fc.tuple(inner, inner, inner).map(
    ([first, second, rest]): ArbitraryType => ({
      node: {
        kind: 'tuple',
        elements: [
          { type: first.node, optional: false },
          { type: second.node, optional: true },
        ],
        rest: rest.node,
      },
      definitions: [first, second, rest].flatMap(({ definitions }) => definitions),
      values: fc.oneof(
        fc.tuple(first.values),
        fc
          .tuple(first.values, second.values, fc.array(rest.values, { maxLength: 2 }))
          .map(([a, b, more]) => [a, b, ...more]),
      ),
    }),
  );
  return fc.oneof(array, tuple, object(inner), openObject(inner));
}

function object(inner: fc.Arbitrary<ArbitraryType>): fc.Arbitrary<ArbitraryType> {
  const tag = fc.constantFrom('a', 'b');
  return fc.tuple(tag, inner, inner, inner).map(
    ([kind, one, two, three]): ArbitraryType => ({
      node: {
        kind: 'object',
        properties: [
          { name: 'kind', type: { kind: 'literal', value: kind }, optional: false },
          { name: `of ${kind}`, type: one.node, optional: false },
          { name: 'maybe', type: two.node, optional: true },
          // A name that every object inherits, but not `toString` or `valueOf`, with which AJV's `uniqueItems` fails.
          { name: 'hasOwnProperty', type: three.node, optional: true },
        ],
      },
      definitions: [one, two, three].flatMap(({ definitions }) => definitions),
      values: fc.record(
        {
          kind: fc.constant(kind),
          [`of ${kind}`]: one.values,
          maybe: two.values,
          hasOwnProperty: three.values,
        },
        { requiredKeys: ['kind', `of ${kind}`], noNullPrototype: true },
      ),
    }),
  );
}

function openObject(inner: fc.Arbitrary<ArbitraryType>): fc.Arbitrary<ArbitraryType> {
  return fc.tuple(inner, inner, inner).map(
    ([own, matching, others]): ArbitraryType => ({
      node: {
        kind: 'object',
        properties: [{ name: 'own', type: own.node, optional: false }],
        patterns: [{ pattern: '^x-', type: matching.node }],
        additional: others.node,
      },
      definitions: [own, matching, others].flatMap(({ definitions }) => definitions),
      values: fc
        .tuple(own.values, matching.values, fc.array(fc.tuple(keys, others.values), { maxLength: 2 }))
        .map(([first, second, more]) =>
          Object.fromEntries([
            ...more.filter(([key]) => !key.startsWith('x-')),
            ['own', first],
            ['x-1', second],
          ]),
        ),
    }),
  );
}

function instance(inner: fc.Arbitrary<ArbitraryType>): fc.Arbitrary<ArbitraryType> {
  const node = (name: keyof typeof classes, json: TypeNode): ClassNode => ({
    kind: 'class',
    name,
    binding: { file: '/classes.ts', exportName: name, localName: name },
    json,
  });
  const wrapped = inner.map(
    ({ node: json, definitions, values }): ArbitraryType => ({
      node: node('Wrapped', json),
      definitions,
      values: values.map(Wrapped.fromJSON),
    }),
  );
  const tagged = inner.map(({ node: value, definitions, values }): ArbitraryType => {
    const properties = [
      { name: 'tag', type: { kind: 'literal', value: 'tagged' } as const, optional: false },
      { name: 'value', type: value, optional: false },
    ];
    return {
      node: node('Tagged', { kind: 'object', properties }),
      definitions,
      values: values.map((each) => Tagged.fromJSON({ value: each })),
    };
  });
  return fc.oneof(wrapped, tagged);
}

function union(inner: fc.Arbitrary<ArbitraryType>): fc.Arbitrary<ArbitraryType> {
  return fc.array(inner, { minLength: 2, maxLength: 3 }).map(
    (members): ArbitraryType => ({
      node: { kind: 'union', members: members.map(({ node }) => node) },
      definitions: members.flatMap(({ definitions }) => definitions),
      values: fc.oneof(...members.map(({ values }) => values)),
    }),
  );
}

/** Lists and trees of anything. */
function recursive(inner: fc.Arbitrary<ArbitraryType>): fc.Arbitrary<ArbitraryType> {
  return fc.tuple(fc.boolean(), inner).map(([isTree, { node, definitions, values }]) => {
    // A union may contain several of them, whose ids must differ, even while a failure is shrunk.
    const id = randomUUID();
    const self: TypeNode = { kind: 'ref', id };
    const own: Definition = {
      id,
      name: 'Recursive',
      node: {
        kind: 'object',
        properties: [
          { name: 'value', type: node, optional: false },
          isTree
            ? { name: 'children', type: { kind: 'array', items: self }, optional: false }
            : { name: 'next', type: { kind: 'union', members: [self, { kind: 'null' }] }, optional: true },
        ],
      },
    };
    const leaves = values.map((value) => (isTree ? { value, children: [] } : { value }));
    const branches = fc
      .tuple(values, leaves, leaves)
      .map(([value, one, other]) => (isTree ? { value, children: [one, other] } : { value, next: one }));
    return { node: self, definitions: [...definitions, own], values: fc.oneof(leaves, branches) };
  });
}
