import type { JsonSchema } from '@toolwright/contract';
import { typedSchema } from './typed-schema.js';

interface Report {
  title: string;
  items: { price: number }[];
}

const reportSchema: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { price: { type: 'number' } },
        required: ['price'],
        additionalProperties: false,
      },
    },
  },
  required: ['title', 'items'],
  additionalProperties: false,
};
const ReportSchema = typedSchema<Report>('Report', reportSchema);

// E9
describe('typedSchema', () => {
  it('returns a valid value unchanged', async () => {
    const value = { title: 'Q3', items: [{ price: 1.5 }] };
    const result = await ReportSchema['~standard'].validate(value);
    expect(result).toEqual({ value });
    expect('value' in result && result.value).toBe(value);
  });

  it('gives its values a type', async () => {
    const result = await ReportSchema['~standard'].validate({ title: 'Q3', items: [] });
    if (result.issues) throw new Error('It is valid.');
    const title: string = result.value.title;
    // @ts-expect-error A report has no total.
    expect(result.value.total).toBeUndefined();
    expect(title).toBe('Q3');
  });

  it('reports issues with paths in segments', async () => {
    const result = await ReportSchema['~standard'].validate({ items: [{ price: '2' }], total: 2 });
    expect(result.issues).toEqual([
      { path: [], message: 'title is required (a string).' },
      { path: [], message: "Unknown member 'total'. Allowed: title, items." },
      { path: ['items', 0, 'price'], message: 'items[0].price must be a number; got "2".' },
    ]);
  });

  it('writes unusual names into paths unchanged', async () => {
    const odd = typedSchema('Odd', {
      type: 'object',
      properties: { 'a "b".c': { type: 'array', items: { type: 'number' } } },
    });
    const result = await odd['~standard'].validate({ 'a "b".c': [1, 'x'] });
    expect(result.issues?.[0]?.path).toEqual(['a "b".c', 1]);
  });

  it.each([null, undefined, 5, 'text', []])('refuses %j instead of an object', async (value) => {
    const result = await ReportSchema['~standard'].validate(value);
    expect(result.issues?.[0]?.message).toMatch(/^The value must be an object; got /);
  });

  it('refuses __proto__ at any depth, and accepts the names constructor and prototype', async () => {
    const open = typedSchema('Words', { type: 'object' });
    const words: unknown = JSON.parse('{"constructor":1,"prototype":2}');
    expect((await open['~standard'].validate(words)).issues).toBeUndefined();
    const hostile: unknown = JSON.parse('{"a":{"__proto__":{"x":1}}}');
    expect((await open['~standard'].validate(hostile)).issues).toEqual([
      { path: ['a'], message: "a must not have a member named '__proto__'." },
    ]);
  });

  it('decodes built-in objects', async () => {
    const plan = { kind: 'object', properties: { at: { kind: 'date' } } } as const;
    const schema: JsonSchema = {
      type: 'object',
      properties: { at: { type: 'string' } },
      required: ['at'],
    };
    const Visit = typedSchema<{ at: Date }>('Visit', schema, { value: plan });
    const visit = await Visit['~standard'].validate({ at: '2026-01-31T09:30:00Z' });
    expect(visit).toEqual({ value: { at: new Date('2026-01-31T09:30:00Z') } });
    const wrong = await Visit['~standard'].validate({ at: 'soon' });
    expect(wrong.issues?.[0]?.path).toEqual(['at']);
    expect(wrong.issues?.[0]?.message).toMatch(/^at must be .*; got "soon"\.$/);
  });

  it('exposes its JSON Schema to other libraries', () => {
    const { jsonSchema } = ReportSchema['~standard'];
    expect(jsonSchema.input({ target: 'draft-2020-12' })).toEqual(reportSchema);
    expect(() => jsonSchema.output({ target: 'draft-07' })).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED' }),
    );
  });

  it('accepts a schema that refers to its own root', async () => {
    const Nested = typedSchema('Nested', {
      type: 'object',
      properties: { inner: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
      required: ['inner'],
    });
    expect((await Nested['~standard'].validate({ inner: { inner: null } })).issues).toBeUndefined();
    const wrong = await Nested['~standard'].validate({ inner: { inner: 5 } });
    expect(wrong.issues?.[0]?.path).toEqual(['inner', 'inner']);
  });

  it('blames a schema that cannot be compiled on the developer', () => {
    const broken = typedSchema('Broken', { $ref: '#/$defs/Missing' });
    expect(() => broken['~standard'].validate({})).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', blame: 'developer' }),
    );
  });
});
