import type { JsonSchema, JsonValue } from '@toolwright/contract';
import fc from 'fast-check';
import { cases } from '../../../../scripts/thorough.mjs';
import { arbitrarySchema } from '../arbitrary-schema.test.support.js';
import { accepts, ajvAccepts } from './accepts.test.support.js';
import { edited } from './arbitrary-edit.test.support.js';
import { fitsWithin } from './fits-within.js';
import { tweaked } from './tweaked-values.test.support.js';

interface Pair {
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  readonly values: readonly JsonValue[];
}

function pairs(kind: 'wider' | 'any'): fc.Arbitrary<Pair> {
  return fc
    .tuple(arbitrarySchema(2, 'open'), arbitrarySchema(2, 'open'), fc.nat(9))
    .chain(([one, other, mix]) => {
      const before: JsonSchema = { ...one.schema, $defs: one.$defs };
      const unrelated: JsonSchema = { ...other.schema, $defs: other.$defs };
      const after = kind === 'any' && mix === 0 ? fc.constant(unrelated) : edited(before, kind);
      const values = fc.array(fc.oneof(one.values, other.values, tweaked(one.values)), {
        minLength: 8,
        maxLength: 16,
      });
      return fc.record({ before: fc.constant(before), after, values });
    });
}

// F4
describe('fitsWithin', () => {
  it('is never wrong, in either direction', () => {
    const answers = { yes: 0, no: 0, unknown: 0 };
    fc.assert(
      fc.property(pairs('any'), ({ before, after, values }) => {
        for (const [inner, outer] of [
          [before, after],
          [after, before],
        ] as const) {
          const verdict = fitsWithin(inner, outer, ajvAccepts);
          answers[verdict.answer] += 1;
          if (verdict.answer === 'no') {
            expect(accepts(inner, verdict.example)).toBe(true);
            expect(accepts(outer, verdict.example)).toBe(false);
          } else if (verdict.answer === 'yes') {
            const refuted = values.filter((value) => accepts(inner, value) && !accepts(outer, value));
            expect(refuted).toEqual([]);
          }
        }
      }),
      { numRuns: cases(150, 20_000) },
    );
    const all = answers.yes + answers.no + answers.unknown;
    expect(answers.yes).toBeGreaterThan(all / 5);
    expect(answers.no).toBeGreaterThan(all / 5);
    expect(answers.unknown).toBeLessThan(all / 20);
  }, 3_600_000);

  it('knows tuples with optional items and rests as unions of tuples, and the reverse', () => {
    const item = fc.constantFrom<JsonSchema>({ type: 'string' }, { type: 'boolean' }, { type: 'integer' });
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 4 }),
        fc.nat(4),
        fc.option(item),
        (items, least, rest) => {
          const min = Math.min(least, items.length);
          const tuple = (from: number, to: number, more: JsonSchema | false): JsonSchema => ({
            ...{
              type: 'array',
              ...(to > 0 && { prefixItems: items.slice(0, to) }),
              minItems: from,
              items: more,
            },
            ...(more === false && { maxItems: to }),
          });
          const whole = tuple(min, items.length, rest ?? false);
          const branches = Array.from({ length: items.length - min + 1 }, (_, index) => {
            const length = min + index;
            return tuple(length, length, length === items.length ? (rest ?? false) : false);
          });
          const union: JsonSchema = { anyOf: branches };
          expect(fitsWithin(whole, union, ajvAccepts).answer).toBe('yes');
          expect(fitsWithin(union, whole, ajvAccepts).answer).toBe('yes');
          if (branches.length > 1) {
            const cut = { anyOf: branches.slice(0, -1) };
            expect(fitsWithin(whole, cut, ajvAccepts).answer).toBe('no');
          }
        },
      ),
      { numRuns: cases(150, 5_000) },
    );
  });

  it('recognizes at least 95 % of compatible edits', () => {
    let [all, unknown] = [0, 0];
    fc.assert(
      fc.property(pairs('wider'), ({ before, after }) => {
        const verdict = fitsWithin(before, after, ajvAccepts);
        expect(verdict.answer).not.toBe('no');
        all += 1;
        if (verdict.answer === 'unknown') unknown += 1;
      }),
      { numRuns: cases(150, 5_000) },
    );
    expect(unknown / all).toBeLessThanOrEqual(0.05);
  }, 3_600_000);
});
