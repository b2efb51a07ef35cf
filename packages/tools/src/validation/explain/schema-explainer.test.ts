import type { JsonSchema } from '@toolwright/contract';
import { ARGUMENTS } from './issue-sentences.js';
import { SchemaExplainer } from './schema-explainer.js';

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const place: JsonSchema = {
  anyOf: [object({ city: text, zip: text }), object({ at: object({ lat: number, lon: number }) })],
};

function explain(value: unknown, schema: JsonSchema): string[] {
  return new SchemaExplainer(schema, false, ARGUMENTS).issues(value).map(({ message }) => message);
}

// B2
describe('a value that matches no member of a tagged union', () => {
  const member = (kind: string, properties: Record<string, JsonSchema>): JsonSchema => ({
    type: 'object',
    properties: { kind: { const: kind }, ...properties },
    required: ['kind', ...Object.keys(properties)],
  });
  const schema: JsonSchema = {
    anyOf: [{ $ref: '#/$defs/Train' }, { $ref: '#/$defs/Car' }],
    $defs: {
      Train: member('train', { seat: { enum: ['window', 'aisle'] } }),
      Car: member('car', { doors: number }),
    },
  };

  it.each<[object, string]>([
    [{ kind: 'train' }, 'seat is required (one of "window", "aisle").'],
    [{ kind: 'train', seat: 'roof' }, 'seat must be one of "window", "aisle"; got "roof".'],
    [{ kind: 'plane', seat: 'aisle' }, 'kind must be one of "train", "car"; got "plane".'],
    [{ seat: 'aisle' }, 'kind must be one of "train", "car"; it is missing.'],
  ])('is explained by the member of its tag, also if that has other literals: %j', (value, expected) => {
    expect(explain(value, schema)).toEqual([expected]);
  });
});

// B2
describe('a value that matches no member of an untagged union', () => {
  it.each<[string, unknown, string[]]>([
    [
      'of the member whose names it has',
      { city: 'Oslo', zip: 150 },
      ['place.zip must be a string; got 150.'],
    ],
    ['however deep', { at: { lat: 'x', lon: 1 } }, ['place.at.lat must be a number; got "x".']],
    ['also what is missing', { city: 'Oslo' }, ['place.zip is required (a string).']],
    [
      'as a whole where it has no name of any',
      { country: 'NO' },
      ['place must be an object; got {"country":"NO"}.'],
    ],
  ])('is explained with its path: %s', (_what, value, expected) => {
    expect(explain({ place: value }, { type: 'object', properties: { place } })).toEqual(expected);
  });

  it('is explained by the first wrong item of a list', () => {
    const schema: JsonSchema = {
      anyOf: [
        { type: 'array', items: text },
        { type: 'array', items: number },
      ],
    };
    expect(explain(['a', 'b', 3], schema)).toEqual(['[2] must be a string; got 3.']);
  });
});
