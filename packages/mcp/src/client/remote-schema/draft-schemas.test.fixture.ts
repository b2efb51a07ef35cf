import { argument, DRAFT_3, DRAFT_4, DRAFT_7, type SchemaCase, whole } from './schemas.test.support.js';

const id = { type: 'integer' };

/** Forms of older drafts and of OpenAPI. */
export const DRAFT_SCHEMAS: readonly SchemaCase[] = [
  whole(
    'definitions',
    { definitions: { id }, properties: { id: { $ref: '#/definitions/id' } } },
    [{ id: 1 }],
    [{ id: 'x' }],
  ),
  whole(
    'draft 7: keywords beside a reference',
    {
      ...DRAFT_7,
      definitions: { id },
      properties: { id: { $ref: '#/definitions/id', minimum: 5, description: 'x' } },
    },
    [{ id: 1 }],
    [{ id: 'x' }],
  ),
  whole(
    '2020-12: keywords beside a reference',
    { $defs: { id }, properties: { id: { $ref: '#/$defs/id', minimum: 5 } } },
    [{ id: 5 }],
    [{ id: 1 }, { id: 'x' }],
  ),
  argument(
    'draft 7: dependencies',
    { dependencies: { a: ['b'], c: { required: ['d'] } } },
    [
      { a: 1, b: 1 },
      { c: 1, d: 1 },
    ],
    [{ a: 1 }, { c: 1 }],
    DRAFT_7,
  ),
  argument(
    'draft 7: a tuple',
    { type: 'array', items: [{ type: 'string' }, true], additionalItems: { type: 'number' } },
    [['a', null, 1], []],
    [['a', 1, 'x'], [1]],
    DRAFT_7,
  ),
  argument('an empty tuple', { type: 'array', items: [] }, [[], [1]], ['x']),
  argument('an empty tuple without more', { type: 'array', items: [], additionalItems: false }, [[]], [[1]]),
  argument(
    'additionalItems without a tuple',
    { type: 'array', items: { type: 'string' }, additionalItems: false },
    [['a', 'b']],
    [[1]],
  ),
  argument(
    'draft 4: exclusive bounds',
    { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
    [2, 5],
    [1, 6],
    DRAFT_4,
  ),
  argument('an exclusive bound without a bound', { type: 'number', exclusiveMinimum: true }, [-1], ['x']),
  whole(
    'draft 4: id',
    {
      ...DRAFT_4,
      definitions: { a: { id: '#word', type: 'string' } },
      properties: { a: { $ref: '#word' }, id: { type: 'number' } },
    },
    [{ a: 'x', id: 1 }],
    [{ a: 1 }, { id: 'x' }],
  ),
  whole(
    'draft 3: required at the property',
    { ...DRAFT_3, properties: { a: { type: 'string', required: true }, b: { type: 'any' } } },
    [{ a: 'x', b: 1 }],
    [{}, { a: 1 }],
  ),
  whole(
    'required at the property without a draft',
    { properties: { a: { type: 'string', required: true }, b: { type: 'string', required: false } } },
    [{ a: 'x' }],
    [{ b: 'x' }],
  ),
  argument(
    'draft 3: types that are schemas',
    { type: ['string', { type: 'object', properties: { a: { type: 'number' } } }] },
    ['x', { a: 1 }],
    [1, { a: 'x' }],
    DRAFT_3,
  ),
  argument(
    'draft 3: divisibleBy, disallow and extends',
    { divisibleBy: 3, disallow: ['string'], extends: { minimum: 2 } },
    [3, 6, null],
    [4, 'x', 0],
    DRAFT_3,
  ),
  argument(
    'draft 3: a dependency on one name',
    { dependencies: { a: 'b' } },
    [{ a: 1, b: 1 }],
    [{ a: 1 }],
    DRAFT_3,
  ),
  argument('OpenAPI: nullable', { type: 'string', nullable: true, minLength: 2 }, [null, 'ab'], [1, 'a']),
  argument('OpenAPI: nullable enum', { type: 'string', enum: ['a'], nullable: true }, [null, 'a'], ['b']),
  argument(
    'OpenAPI: nullable reference',
    { allOf: [{ $ref: '#/components/schemas/Id' }], nullable: true },
    [null, 1],
    ['x'],
    { components: { schemas: { Id: id } } },
  ),
  argument(
    'OpenAPI: a discriminator',
    {
      oneOf: [{ properties: { k: { const: 'a' } } }],
      discriminator: { propertyName: 'k' },
      example: { k: 'a' },
    },
    [{ k: 'a' }],
    [{ k: 'b' }],
  ),
];
