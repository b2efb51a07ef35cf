import { DRAFT_7, DRAFT_2019, type SchemaCase, whole } from './schemas.test.support.js';

const id = { type: 'integer' };
const node = { type: 'object', properties: { next: { $ref: '#node' } }, additionalProperties: false };

/** References of every kind, also those that lead nowhere or round in a circle. */
export const REFERENCE_SCHEMAS: readonly SchemaCase[] = [
  whole(
    'a reference into an unknown keyword',
    { 'x-types': { id: { ...id, $anchor: 'id' } }, properties: { a: { $ref: '#/x-types/id' } } },
    [{ a: 1 }],
    [{ a: 'x' }],
  ),
  whole(
    'a reference to another property',
    {
      ...DRAFT_7,
      properties: {
        a: { type: 'array', items: { type: 'object', properties: { n: id } } },
        b: { $ref: '#/properties/a/items' },
        c: { $ref: '#/properties/a/items/properties/n' },
      },
    },
    [{ a: [{ n: 1 }], b: { n: 1 }, c: 1 }],
    [{ a: [{ n: 'x' }] }, { b: { n: 'x' } }, { c: 'x' }],
  ),
  whole(
    'a reference with escapes',
    { $defs: { 'a/b%c d~': id }, properties: { a: { $ref: '#/$defs/a~1b%25c%20d~0' } } },
    [{ a: 1 }],
    [{ a: 'x' }],
  ),
  whole(
    '$anchor',
    { $defs: { a: { $anchor: 'id', ...id } }, properties: { a: { $ref: '#id' } } },
    [{ a: 1 }],
    [{ a: 'x' }],
  ),
  whole(
    '$id and a reference by it',
    {
      $id: 'https://example.com/tool.json',
      $defs: { a: id },
      properties: {
        a: { $ref: 'https://example.com/tool.json#/$defs/a' },
        b: { $ref: 'tool.json#/$defs/a' },
      },
    },
    [{ a: 1, b: 1 }],
    [{ a: 'x' }, { b: 'x' }],
  ),
  whole(
    'nested $id',
    {
      $id: 'https://example.com/tool',
      $defs: {
        item: { $id: 'types/item', $defs: { n: id }, properties: { n: { $ref: '#/$defs/n' } } },
        n: { type: 'string' },
      },
      properties: { item: { $ref: 'types/item' }, n: { $ref: '#/$defs/n' } },
    },
    [{ item: { n: 1 }, n: 'x' }],
    [{ item: { n: 'x' } }, { n: 1 }],
  ),
  whole(
    'an urn as $id',
    {
      $id: 'urn:uuid:1f4e9a86-0001',
      $defs: { a: { $anchor: 'x', ...id } },
      properties: { a: { $ref: '#x' }, b: { $ref: 'urn:uuid:1f4e9a86-0001#/$defs/a' } },
    },
    [{ a: 1, b: 1 }],
    [{ a: 'x' }, { b: 'x' }],
  ),
  whole(
    '$dynamicRef',
    {
      $dynamicAnchor: 'node',
      properties: { next: { $dynamicRef: '#node' }, n: id },
      additionalProperties: false,
    },
    [{ next: { next: {} }, n: 1 }],
    [{ next: { other: 1 } }, { next: { n: 'x' } }],
  ),
  whole(
    '$dynamicRef that the whole schema overrides',
    {
      $dynamicAnchor: 'item',
      properties: { list: { $ref: 'list' } },
      required: ['list'],
      $defs: {
        list: { $id: 'list', items: { $dynamicRef: '#item' }, $defs: { any: { $dynamicAnchor: 'item' } } },
      },
    },
    [{ list: [{ list: [] }] }],
    [{ list: [{}] }, {}],
  ),
  whole(
    '$dynamicRef that depends on the way',
    {
      properties: { a: { $ref: 'a' }, b: { $ref: 'b' } },
      $defs: {
        a: { $id: 'a', $ref: 'base', $defs: { x: { $dynamicAnchor: 'x', type: 'string' } } },
        b: { $id: 'b', $ref: 'base', $defs: { x: { $dynamicAnchor: 'x', type: 'number' } } },
        base: { $id: 'base', items: { $dynamicRef: '#x' }, $defs: { x: { $dynamicAnchor: 'x' } } },
      },
    },
    [{ a: ['x'], b: [1] }],
  ),
  whole(
    '2019-09: $recursiveRef',
    { ...DRAFT_2019, $recursiveAnchor: true, properties: { next: { $recursiveRef: '#' }, n: id } },
    [{ next: { n: 1 } }],
    [{ next: { n: 'x' } }],
  ),
  whole(
    'a reference to the whole schema',
    { properties: { n: id, next: { $ref: '#' } }, required: ['n'] },
    [{ n: 1, next: { n: 2 } }],
    [{ n: 1, next: {} }],
  ),
  whole(
    'a root that is a reference',
    { $ref: '#/$defs/Args', $defs: { Args: { type: 'object', properties: { n: id }, required: ['n'] } } },
    [{ n: 1 }],
    [{}, { n: 'x' }],
  ),
  whole('a root without a type', { type: undefined, properties: { n: id } }, [{ n: 1 }], [{ n: 'x' }]),
  whole(
    'definitions that lead to each other',
    { $defs: { node: { $anchor: 'node', ...node } }, properties: { head: { $ref: '#/$defs/node' } } },
    [{ head: { next: { next: {} } } }],
    [{ head: { next: { x: 1 } } }],
  ),
  whole(
    'a reference that leads to itself',
    {
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      properties: { a: { $ref: '#/$defs/a' }, n: id },
    },
    [{ a: 1, n: 1 }],
    [{ n: 'x' }],
  ),
  whole(
    'a union that leads to itself',
    {
      $defs: { a: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/a' }] } },
      properties: { a: { $ref: '#/$defs/a' } },
    },
    [{ a: 'x' }, { a: 1 }],
  ),
  whole(
    'a not that leads to a circle',
    {
      $defs: { a: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/a' }] } },
      properties: { a: { not: { $ref: '#/$defs/a' } } },
    },
    [{ a: 'x' }, { a: 1 }],
  ),
  whole(
    'references to nowhere',
    {
      properties: {
        a: { $ref: 'https://example.com/x' },
        b: { $ref: '#/$defs/missing' },
        c: { $ref: '#missing' },
        d: { $ref: 'http://json-schema.org/draft-07/schema#' },
        e: { $ref: 5 },
        n: id,
      },
    },
    [{ a: 1, b: 1, c: 1, d: 1, e: 1 }],
    [{ n: 'x' }],
  ),
  whole(
    'a not of a reference that cannot be checked',
    {
      $defs: { a: { $ref: '#/$defs/b' }, b: { format: 'made-up' } },
      properties: { a: { not: { $ref: '#/$defs/a' } } },
    },
    [{ a: 1 }, { a: 'x' }],
  ),
  whole(
    'unevaluatedProperties beside a reference',
    {
      $defs: { base: { properties: { a: { type: 'string', format: 'uuid' } } } },
      $ref: '#/$defs/base',
      properties: { n: id },
      unevaluatedProperties: false,
    },
    [{ n: 1 }],
    [{ n: 1, x: 1 }],
  ),
];
