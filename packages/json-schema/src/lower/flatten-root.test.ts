import type { JsonSchema, ObjectSchema } from '@toolwright/contract';
import { getDialect } from '../get-dialect.js';

const base: ObjectSchema = { type: 'object', properties: { a: { type: 'string' } }, description: 'Finds.' };

function lowered(name: string, more: JsonSchema): ObjectSchema {
  return getDialect(name).lower({ ...base, ...more, type: 'object', properties: base.properties }).schema;
}

// OpenAI and Anthropic answer with status 400 to a request that has one such tool.
describe.each(['openai', 'openai-strict', 'anthropic'])('a union of arguments for %s', (name) => {
  it('becomes properties and a sentence', () => {
    const one = { properties: { id: { type: 'string' }, kind: { const: 'id' } }, required: ['id'] } as const;
    const other = {
      properties: { url: { type: 'string' }, kind: { const: 'url' } },
      required: ['url'],
    } as const;
    const schema = lowered(name, { anyOf: [one, { $ref: '#/$defs/other' }], $defs: { other } });
    expect(schema).toEqual({
      type: 'object',
      description: expect.stringMatching(/^Finds\. JSON Schema \{"anyOf":\[.*\]\}\.$/),
      properties: {
        a: { type: 'string' },
        id: { type: 'string' },
        kind: { anyOf: [{ const: 'id' }, { const: 'url' }] },
        url: { type: 'string' },
      },
      $defs: { other },
    });
  });

  it('keeps what holds for all arguments', () => {
    const allOf: JsonSchema[] = [
      { properties: { b: { type: 'number' } }, required: ['b'] },
      { allOf: [{ properties: { a: { minLength: 2 } }, required: ['a', 'b'] }] },
    ];
    expect(lowered(name, { allOf })).toMatchObject({
      properties: { a: { type: 'string' }, b: { type: 'number' } },
      required: ['b', 'a'],
    });
    expect(lowered(name, { allOf })).not.toHaveProperty('allOf');
  });

  it('is not quoted if it is long, and may lead back to itself', () => {
    const anyOf: JsonSchema[] = Array.from({ length: 300 }, (_, index) => ({ required: [`name${index}`] }));
    expect(lowered(name, { anyOf }).description).toBe(
      'Finds. Only some combinations of the arguments are accepted.',
    );
    const circle: JsonSchema = { oneOf: [{ $ref: '#' }, { required: ['a'] }] };
    expect(lowered(name, circle)).not.toHaveProperty('oneOf');
  });
});

it('other schemas stay as they are, and other providers get the union', () => {
  const plain = { ...base, properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } } as const;
  expect(getDialect('openai').lower(plain)).toMatchObject({ schema: plain, losses: [] });
  expect(getDialect('openai').lower(plain).schema).toBe(plain);
  expect(lowered('mcp', { anyOf: [{ required: ['a'] }] })).toHaveProperty('anyOf');
  expect(lowered('openai', { not: { required: ['b'] } })).not.toHaveProperty('not');
  expect(getDialect('anthropic').lower({ ...base, anyOf: [{ required: ['a'] }] }).losses).toEqual([
    {
      path: '',
      kind: 'described',
      message: expect.stringMatching(/^"anyOf" is only sent in the description: /),
    },
  ]);
});
