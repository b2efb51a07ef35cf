import type { JsonSchema } from '@toolwright/contract';
import fc from 'fast-check';
import type { SchemaPart } from '../schema-parts.js';
import { plainLine } from '../words.js';
import { findOtherBound } from './bounds.js';
import { findOtherDefault } from './default.js';
import { findOtherPresence } from './presence.js';
import { findOtherUnit } from './units.js';
import { findOtherValues } from './values.js';

const CHECKS = [findOtherDefault, findOtherBound, findOtherValues, findOtherPresence, findOtherUnit];

const part = (schema: JsonSchema, name = 'value', required = false): SchemaPart => ({
  path: [name],
  name,
  required,
  description: '',
  schema,
});
const check = (text: string, of: SchemaPart) => CHECKS.flatMap((one) => one(plainLine(text), of) ?? []);

describe('statements of descriptions', () => {
  it.each<[string, JsonSchema]>([
    ['How many. Default is 1,000.', { type: 'number', default: 1 }],
    ['The mode [default: "fast"]', { type: 'string', default: 'slow' }],
    ['The mode; by default, `fast`', { enum: ['fast', 'slow'], default: 'slow' }],
    ['Whether to log, default is False', { type: 'boolean', default: true }],
    ['Between 1 and 5', { type: 'integer', minimum: 1, maximum: 10 }],
    ['A count. Must be at least 2', { type: 'integer', minimum: 1 }],
    ['Below 10', { type: 'number', maximum: 10 }],
    ['A text, up to 20 characters.', { type: 'string', maxLength: 30 }],
    ['either `a` or `b`', { enum: ['a', 'b', 'c'] }],
    ['Possible values are a, b, d', { anyOf: [{ const: 'a' }, { const: 'b' }] }],
    ['Required.', { type: 'string' }],
  ])('%j contradicts %j', (text, schema) => {
    expect(check(text, part(schema))).toHaveLength(1);
  });

  it.each<[string, JsonSchema]>([
    ['Default 1.5', { type: 'number', default: 1.5 }],
    ['Defaults to 5 or the number of cores', { type: 'number', default: 4 }],
    ['No default 3', { type: 'number', default: 4 }],
    ['Defaults to `MAX_SIZE`', { type: 'string', default: '4' }],
    ['Defaults to today', { type: 'string', default: '2026-01-01' }],
    ['Below 10', { type: 'integer', maximum: 9 }],
    ['Version 1.5-2.0 of the API', { type: 'number', maximum: 9 }],
    ['At least 2', { type: 'number' }],
    ['The server sends at most 50', { type: 'number', maximum: 10 }],
    ['at most 50 per request', { type: 'number', maximum: 10 }],
    ['Must be one of `a`, `b`, or `c` (default value).', { enum: ['a', 'b', 'c'] }],
    ['One of `a`, `b`, in this order', { enum: ['a', 'b', 'c'] }],
    ['one of them', { enum: ['a', 'b'] }],
    ['One of a, b, etc.', { enum: ['x', 'y'] }],
    ['Optional chaining mode', { type: 'string' }],
  ])('%j says nothing against %j', (text, schema) => {
    expect(
      check(text, part(schema, 'value', schema.default === undefined && /^Optional/.test(text))),
    ).toEqual([]);
  });

  it('never end where a long text was cut', () => {
    const text = `${' word'.repeat(4_000).slice(0, 19_990)}. one of xylophone, zebra`;
    expect(check(text, part({ enum: ['x', 'xylophone', 'zebra'] }))).toEqual([]);
  });

  it('that state the schema contradict nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 2, maxLength: 6 }),
        (low, span, values) => {
          const high = low + span;
          const number = part({ type: 'integer', minimum: low, maximum: high, default: low });
          const bounds = `A number from ${low} to ${high}; at least ${low}, at most ${high}. Defaults to ${low}.`;
          expect(check(bounds, number)).toEqual([]);
          const words = values.filter((value) => value !== 'and');
          expect(check(`The mode, one of ${words.join(', ')}.`, part({ enum: words }))).toEqual([]);
        },
      ),
    );
  });

  it.each([
    'defaults to 3, ',
    'one of x, y, ',
    'one of "',
    'one of x,x,x,',
    'at most 5 ',
    '1,000',
    '. ',
    '(optional ',
    ', ',
  ])('are sought in linear time in repetitions of %j', (unit) => {
    const line = plainLine(unit.repeat(1_000_000));
    expect(line.length).toBeLessThan(20_100);
    for (const one of CHECKS) expect(() => one(line, part({ enum: ['x', 'y'], default: 'x' }))).not.toThrow();
  });
});
