import type { JsonSchema } from '@toolwright/contract';
import fc from 'fast-check';
import { coerce } from './coerce.js';

const number = { type: 'number' } as const;
const text = { type: 'string' } as const;
const bigint = { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' } as const;
const flag = { type: 'boolean' } as const;
const nothing = { type: 'null' } as const;
const list = { type: 'array', items: number } as const;
const object = { type: 'object', properties: { n: number, s: text }, required: ['n'] } as const;

function coerced(value: unknown, schema: JsonSchema, root: JsonSchema = schema): unknown {
  return coerce(value, schema, root);
}

describe('coerce', () => {
  it.each<[string, unknown, JsonSchema, unknown]>([
    ['a number in a text', '5', number, 5],
    ['a negative number', '-1.5e3', number, -1500],
    ['a whole number', '7', { type: 'integer' }, 7],
    ['a number for a bigint', 7, bigint, '7'],
    ['a negative number for a bigint', -7, bigint, '-7'],
    ['a number for a bigint or nothing', 0, { anyOf: [bigint, nothing] }, '0'],
    [
      'a number for a bigint in a list',
      { n: '1', s: [7] },
      { type: 'object', properties: { s: { type: 'array', items: bigint } } },
      { n: '1', s: ['7'] },
    ],
    ['a truth value', 'true', flag, true],
    ['a truth value', 'false', flag, false],
    ['an object in a text', '{"n":"1"}', object, { n: 1 }],
    ['an array in a text', ' [1,"2"]', list, [1, 2]],
    ['members and items', { n: '1', s: '1' }, object, { n: 1, s: '1' }],
    ['a listed number', '3', { enum: [1, 3, 7] }, 3],
    ['a constant', 'true', { const: true }, true],
    ['a number or nothing', '5', { anyOf: [number, nothing] }, 5],
    ['a number or nothing', '5', { type: ['number', 'null'] }, 5],
    ['a number beside another constant', '5', { anyOf: [number, { const: 'auto' }] }, 5],
    ['values of a record', { a: '1' }, { type: 'object', additionalProperties: number }, { a: 1 }],
    [
      'values by pattern',
      { x1: '1', y: '1' },
      { type: 'object', patternProperties: { '^x': number } },
      { x1: 1, y: '1' },
    ],
    [
      'items of a tuple',
      ['1', '1', '1'],
      { type: 'array', prefixItems: [text, number], items: flag },
      ['1', 1, '1'],
    ],
    ['the absent optional', { n: 1, s: null }, object, { n: 1 }],
  ])('repairs %s: %j', (_, value, schema, expected) => {
    expect(coerced(value, schema)).toEqual(expected);
  });

  it.each<[string, unknown, JsonSchema]>([
    ['a text where a text is allowed', '5', { anyOf: [text, number] }],
    ['a text where a text is allowed', '5', { type: ['string', 'number'] }],
    ['a text where it is listed', '1', { enum: ['1', 1] }],
    ['a text where anything is allowed', '5', {}],
    ['no number', 'five', number],
    ['spaces around', ' 5', number],
    ['other writings of numbers', '0x10', number],
    ['an empty text', '', number],
    ['a number beyond the range', '1e999', number],
    ['a whole number beyond precision', '9007199254740993', number],
    ['other writings of truth', 'True', flag],
    ['a number for a truth value', 1, flag],
    ['a truth value for a number', true, number],
    ['a number for a text', 5, text],
    ['broken JSON', '{"n":', object],
    ['JSON of another type', '[1]', object],
    ['a required null', { n: null }, object],
    [
      'an allowed null',
      { n: 1, s: null },
      { type: 'object', properties: { n: number, s: { type: ['string', 'null'] } } },
    ],
    ['what leads nowhere', '5', { $ref: '#/$defs/Missing' }],
    ['an item alone where a list is due', 5, list],
  ])('does not change %s: %j', (_, value, schema) => {
    expect(coerced(value, schema)).toBe(value);
  });

  it('follows references, also recursive ones', () => {
    const root: JsonSchema = {
      $defs: { Tree: { type: 'object', properties: { n: number, next: { $ref: '#/$defs/Tree' } } } },
    };
    expect(coerced({ n: '1', next: { n: '2', next: { n: '3' } } }, { $ref: '#/$defs/Tree' }, root)).toEqual({
      n: 1,
      next: { n: 2, next: { n: 3 } },
    });
  });

  it('follows the branch that a tag names', () => {
    const a = { type: 'object', properties: { kind: { const: 'a' }, v: number } } as const;
    const b = { type: 'object', properties: { kind: { const: 'b' }, v: text } } as const;
    expect(coerced({ kind: 'a', v: '1' }, { anyOf: [a, b] })).toEqual({ kind: 'a', v: 1 });
    expect(coerced({ kind: 'b', v: '1' }, { anyOf: [a, b] })).toEqual({ kind: 'b', v: '1' });
    expect(coerced('{"kind":"a","v":"1"}', { anyOf: [a, b] })).toEqual({ kind: 'a', v: 1 });
    expect(coerced('{"kind":"b","v":"1"}', { anyOf: [a, b, nothing] })).toEqual({ kind: 'b', v: '1' });
  });

  it('follows the only branch with the members of an object', () => {
    const closed = (properties: Record<string, JsonSchema>, required = Object.keys(properties)) =>
      ({ type: 'object', properties, required, additionalProperties: false }) as const;
    const byId = closed({ id: number });
    const byName = closed({ name: text, age: number }, ['name']);
    const union: JsonSchema = { anyOf: [byId, byName] };
    expect(coerced({ id: '7' }, union)).toEqual({ id: 7 });
    expect(coerced('{"id":"7"}', union)).toEqual({ id: 7 });
    expect(coerced({ name: '7', age: '7' }, union)).toEqual({ name: '7', age: 7 });
    expect(coerced([{ id: '7' }], { type: 'array', items: union })).toEqual([{ id: 7 }]);
    const open: JsonSchema = { type: 'object', properties: { name: text } };
    for (const [value, branches] of [
      [{ id: '7', name: 'x' }, [byId, byName]],
      [{ id: '7' }, [byId, closed({ id: text })]],
      [{ id: '7' }, [byId, open]],
      [{ id: '7' }, [byId, { type: 'object' }]],
      [{ id: '7' }, [byId, {}]],
    ] as const)
      expect(coerced(value, { anyOf: branches })).toBe(value);
  });

  it('keeps dangerous keys visible to validation', () => {
    const value = coerced('{"n":"1","__proto__":{"x":1}}', object);
    expect(Object.keys(value as object)).toEqual(['n', '__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('reverses the conversion of numbers and booleans to text', () => {
    const schema: JsonSchema = { type: 'object', additionalProperties: { anyOf: [number, flag, list] } };
    const finite = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((n) => !Number.isInteger(n) || Number.isSafeInteger(n));
    const values = fc.dictionary(fc.string(), fc.oneof(finite, fc.boolean(), fc.array(finite)));
    fc.assert(
      fc.property(values, (value) => {
        const texts = Object.fromEntries(
          Object.entries(value).map(([key, member]) => [key, JSON.stringify(member)]),
        );
        expect(coerced(texts, schema)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('never changes its input, and returns it unchanged if all types are right', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: number, b: object, c: list },
      required: ['a', 'b', 'c'],
    };
    const right = fc.record({
      a: fc.integer(),
      b: fc.record({ n: fc.integer(), s: fc.string() }),
      c: fc.array(fc.integer()),
    });
    fc.assert(fc.property(right, (value) => expect(coerced(value, schema)).toBe(value)));
    fc.assert(
      fc.property(fc.record({ a: fc.jsonValue(), b: fc.jsonValue(), c: fc.jsonValue() }), (value) => {
        const before = structuredClone(value);
        coerced(value, schema);
        expect(value).toEqual(before);
      }),
    );
  });

  it('is stable: coercing again changes nothing', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: number, b: object, c: { anyOf: [list, flag] } },
    };
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.oneof(fc.jsonValue(), fc.json())),
        (value) => {
          const once = coerced(value, schema);
          expect(coerced(once, schema)).toEqual(once);
        },
      ),
    );
  });
});
