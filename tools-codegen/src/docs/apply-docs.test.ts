import type { Docs, ValueTagName } from '@toolwright/program/compiler';
import type { NodeFinding } from '@toolwright/program/diagnostics';
import { ts } from 'ts-morph';
import type { Definitions, TypeNode } from '../ir/type-node.js';
import { applyDocs } from './apply-docs.js';

const node = ts.factory.createIdentifier('tag');
const definitions: Definitions = new Map([
  ['1', { id: '1', name: 'Id', node: { kind: 'union', members: [{ kind: 'string' }, { kind: 'number' }] } }],
]);

function apply(type: TypeNode, tags: Partial<Record<ValueTagName, string>>, docs: Partial<Docs> = {}) {
  const found: NodeFinding[] = [];
  // The keys of the record have its type, which `Object.entries` loses.
  const entries = Object.entries(tags) as [ValueTagName, string][];
  const result = applyDocs(
    type,
    { ...docs, tags: entries.map(([name, text]) => ({ name, text, node })) },
    definitions,
    (finding) => found.push(finding),
  );
  return { result, found: found.map(({ code, message }) => `${code} ${message}`) };
}

const text: TypeNode = { kind: 'string' };
const number: TypeNode = { kind: 'number' };

describe('applyDocs', () => {
  it('adds documentation, and overrides earlier documentation', () => {
    const before: TypeNode = { ...text, docs: { description: 'far', title: 'Far' } };
    expect(apply(before, {}, { description: 'near', deprecated: true }).result).toEqual({
      kind: 'string',
      docs: { description: 'near', title: 'Far', deprecated: true },
    });
  });

  it('does not change an undocumented type', () => {
    expect(apply(text, {}).result).toBe(text);
  });

  it.each<[ValueTagName, string, TypeNode, object]>([
    ['minimum', '-1.5', number, { minimum: -1.5 }],
    ['exclusiveMaximum', '1e3', number, { exclusiveMaximum: 1000 }],
    ['multipleOf', '0.1', number, { multipleOf: 0.1 }],
    ['integer', '', number, { integer: true }],
    ['minLength', '0', text, { minLength: 0 }],
    ['pattern', '^\\p{L}+$', text, { pattern: '^\\p{L}+$' }],
    ['format', 'uuid', text, { format: 'uuid' }],
    ['maxItems', '3', { kind: 'array', items: text }, { maxItems: 3 }],
    ['uniqueItems', 'true', { kind: 'array', items: text }, { uniqueItems: true }],
    ['format', 'date', { kind: 'codec', codec: 'date' }, { format: 'date' }],
  ])('constrains with @%s %s', (name, value, type, expected) => {
    const { result, found } = apply(type, { [name]: value });
    expect(found).toEqual([]);
    expect(result).toEqual({ ...type, ...expected });
  });

  it('constrains the members of a named union to which a tag applies, at this use only', () => {
    const { result } = apply({ kind: 'ref', id: '1', docs: { description: 'here' } }, { minLength: '2' });
    expect(result).toEqual({
      kind: 'union',
      members: [{ kind: 'string', minLength: 2 }, number],
      docs: { description: 'here' },
    });
    expect(definitions.get('1')?.node).toEqual({ kind: 'union', members: [text, number] });
  });

  it.each<[ValueTagName, string, TypeNode, string]>([
    ['minimum', '1', text, 'TW2030 `@minimum` applies to a number, but the type is a string.'],
    [
      'minItems',
      '1',
      { kind: 'ref', id: '1' },
      'TW2030 `@minItems` applies to an array, but the type is a union.',
    ],
    [
      'format',
      'email',
      { kind: 'codec', codec: 'date' },
      'TW2030 `@format` applies to a string, but the type is a built-in object.',
    ],
    ['minimum', 'one', number, 'TW2031 `@minimum` takes a number, not `one`.'],
    ['minimum', '', number, 'TW2031 `@minimum` takes a number, not nothing.'],
    ['minimum', 'Infinity', number, 'TW2031 `@minimum` takes a number, not `Infinity`.'],
    ['minimum', '0x10', number, 'TW2031 `@minimum` takes a number, not `0x10`.'],
    ['minLength', '-1', text, 'TW2031 `@minLength` takes a non-negative integer, not `-1`.'],
    ['minLength', '1.5', text, 'TW2031 `@minLength` takes a non-negative integer, not `1.5`.'],
    ['multipleOf', '0', number, 'TW2031 `@multipleOf` takes a number greater than 0, not `0`.'],
    ['integer', 'maybe', number, 'TW2031 `@integer` takes no text, not `maybe`.'],
    [
      'pattern',
      '(',
      text,
      'TW2031 `@pattern` takes a regular expression that is valid with the "u" flag, not `(`.',
    ],
    ['default', 'many', number, 'TW2033 The default `many` is not a value of the type.'],
    ['default', '1', { ...number, minimum: 2 }, 'TW2033 The default `1` is not a value of the type.'],
    ...(
      [
        [{ kind: 'codec', codec: 'date' }, 'new Date(0)', '2024-01-01', 'tomorrow'],
        [{ kind: 'codec', codec: 'date', format: 'date' }, 'tomorrow', '2024-02-30'],
        [{ kind: 'codec', codec: 'url' }, 'http not url', "new URL('http://a.example')"],
        [{ kind: 'codec', codec: 'bytes' }, 'not base64 !!!'],
        [{ kind: 'codec', codec: 'regexp' }, '((', '/a+/', "new RegExp('a')", "`RegExp('a')`"],
        [{ kind: 'union', members: [{ kind: 'codec', codec: 'date' }, text] }, 'new Date(0)'],
        [{ kind: 'codec', codec: 'set', items: number }, '[1, 1]', '["a"]', '{}'],
        [{ kind: 'codec', codec: 'map', items: { kind: 'codec', codec: 'date' } }, '{"x":1}', '[]'],
        [{ kind: 'codec', codec: 'map', keys: number, items: text }, '[[1,"a"],[1,"b"]]', '[[1]]', '{}'],
        [{ ...text, format: 'email' }, 'not an email'],
        [{ ...text, format: 'url' }, 'nowhere'],
        [{ kind: 'object', properties: [], additional: { kind: 'unknown' } }, '{"__proto__":{"a":1}}'],
        [{ kind: 'unknown' }, '[{"constructor":{}}]', '1e999'],
      ] satisfies [TypeNode, ...string[]][]
    ).flatMap(([type, ...refused]) =>
      (refused as string[]).flatMap((value): [ValueTagName, string, TypeNode, string][] => [
        ['default', value, type, `TW2033 The default \`${value}\` is not a value of the type.`],
        ['example', value, type, `TW2034 The example \`${value}\` is not a value of the type.`],
      ]),
    ),
    ['example', '{}', { kind: 'array', items: text }, 'TW2034 The example `{}` is not a value of the type.'],
  ])('reports @%s %s if it does not apply', (name, value, type, message) => {
    const { result, found } = apply(type, { [name]: value });
    expect(found).toEqual([message]);
    expect(result).toBe(type);
  });

  it.each<[string, TypeNode, unknown]>([
    ['2024-01-01T00:00:00Z', { kind: 'codec', codec: 'date' }, '2024-01-01T00:00:00Z'],
    ['2024-01-01', { kind: 'codec', codec: 'date', format: 'date' }, '2024-01-01'],
    ['https://a.example/b', { kind: 'codec', codec: 'url' }, 'https://a.example/b'],
    ['aGVsbG8=', { kind: 'codec', codec: 'bytes' }, 'aGVsbG8='],
    ['a+', { kind: 'codec', codec: 'regexp' }, 'a+'],
    ['"/a+/"', { kind: 'codec', codec: 'regexp' }, '/a+/'],
    ['{"x":1}', { kind: 'codec', codec: 'map', items: number }, { x: 1 }],
    [
      '[[1,"a"],[2,"a"]]',
      { kind: 'codec', codec: 'map', keys: number, items: text },
      [
        [1, 'a'],
        [2, 'a'],
      ],
    ],
    ['a@b.example', { ...text, format: 'email' }, 'a@b.example'],
    ['new Date(0)', text, 'new Date(0)'],
  ])('takes %s as a default that can be sent', (value, type, expected) => {
    const { result, found } = apply(type, { default: value });
    expect(found).toEqual([]);
    expect(result.docs).toEqual({ default: expected });
  });

  it('lists the known formats', () => {
    expect(apply(text, { format: 'mail' }).found[0]).toMatch(
      /^TW2031 `@format` takes one of date, .*email.*, not `mail`\.$/,
    );
  });

  it.each<[Partial<Record<ValueTagName, string>>, TypeNode]>([
    [{ minimum: '2', maximum: '1' }, number],
    [{ minimum: '1', exclusiveMaximum: '1' }, number],
    [{ exclusiveMinimum: '1', exclusiveMaximum: '1' }, number],
    [{ exclusiveMinimum: '1', maximum: '1' }, number],
    [{ minLength: '2', maxLength: '1' }, text],
    [
      { minItems: '2', maxItems: '1' },
      { kind: 'array', items: text },
    ],
  ])('reports tags that no value satisfies: %j', (tags, type) => {
    const [keyword, other] = Object.keys(tags);
    expect(apply(type, tags).found).toEqual([
      `TW2032 \`${keyword}\` and \`${other}\` contradict each other: no value satisfies both.`,
    ]);
  });

  it('shortens long texts in messages', () => {
    const [message = ''] = apply(number, { default: 'x'.repeat(200) }).found;
    expect(message.length).toBeLessThan(120);
  });
});
