import type { JsonValue, ObjectSchema } from '@toolwright/contract';
import fc from 'fast-check';
import { cases } from '../../../../scripts/thorough.mjs';
import { arbitrarySample } from '../arbitrary-schema.test.support.js';
import type { LoweredSchema } from '../dialect.js';
import { type DialectName, dialectNames, getDialect } from '../get-dialect.js';
import {
  accepts,
  differsByNullsOnly,
  hasNullMember,
  mutations,
  writeNulls,
} from '../write-as-model.test.support.js';

const RUNS = { numRuns: cases(30, 1_000) };

type Openness = Parameters<typeof arbitrarySample>[0];
/** Where a model writes null for absent properties. */
type Habit = 'every' | 'no-value' | 'none';

/** How models write for schemas of each dialect; empty for dialects that change no schema. */
const WAYS: Readonly<Record<DialectName, readonly (readonly [Openness, Habit])[]>> = {
  'json-schema': [],
  openai: [],
  'openai-strict': [
    ['closed', 'every'],
    ['open', 'every'],
  ],
  anthropic: [],
  gemini: [['open', 'none']],
  groq: [
    ['open', 'no-value'],
    ['open', 'none'],
  ],
  ollama: [['open', 'none']],
  mcp: [],
};
const dialects = dialectNames.flatMap((name) => WAYS[name].map((way) => [name, ...way] as const));

function isLossless({ losses }: LoweredSchema): boolean {
  return losses.length === 0;
}

function isImpossible({ losses }: LoweredSchema): boolean {
  return losses.some(({ kind }) => kind === 'impossible');
}

function isAmbiguous({ losses }: LoweredSchema): boolean {
  return losses.some(({ message }) => message.startsWith('"anyOf"'));
}

describe.each(dialects)('%s of %s schemas, null for absent properties: %s', (name, openness, habit) => {
  const dialect = getDialect(name);
  const samples = arbitrarySample(openness);
  const write = (value: JsonValue, schema: ObjectSchema): JsonValue =>
    habit === 'none' ? value : writeNulls(value, schema, schema, habit);
  /** Values that a model writes with small mistakes. */
  const slips = samples.chain(({ schema, value }) =>
    mutations(write(value, schema)).map((written) => ({ schema, written })),
  );

  it('accepts every value of the type in the form that a model writes, and restores it', () => {
    fc.assert(
      fc.property(samples, ({ schema, value }) => {
        const lowered = dialect.lower(schema);
        if (isImpossible(lowered)) return;
        // If nothing could be changed safely, nothing may be written differently.
        const written = lowered.schema === schema ? value : write(value, schema);
        expect(accepts(schema, value)).toBe(true);
        expect(accepts(lowered.schema, written)).toBe(true);
        const decoded = lowered.decode(written);
        if (isLossless(lowered)) expect(decoded).toEqual(value);
        else if (!isAmbiguous(lowered)) expect(accepts(schema, decoded)).toBe(true);
        expect(dialect.decode(written, schema)).toEqual(decoded);
      }),
      RUNS,
    );
  });

  it('decodes everything that a lossless schema accepts to values of the type', () => {
    fc.assert(
      fc.property(slips, ({ schema, written }) => {
        const lowered = dialect.lower(schema);
        if (!isLossless(lowered) || !accepts(lowered.schema, written)) return;
        expect(accepts(schema, lowered.decode(written))).toBe(true);
      }),
      RUNS,
    );
  });

  it('changes only nulls that mean absence', () => {
    fc.assert(
      fc.property(slips, ({ schema, written }) => {
        const before = JSON.stringify(written);
        const decoded = dialect.lower(schema).decode(written);
        expect(differsByNullsOnly(written, decoded)).toBe(true);
        expect(JSON.stringify(written)).toBe(before);
      }),
      RUNS,
    );
  });

  it('never turns an invalid value into a valid one', () => {
    const others = samples.chain(({ schema, value }) => mutations(value).map((other) => ({ schema, other })));
    fc.assert(
      fc.property(others, ({ schema, other }) => {
        // Null may mean absence, which may be allowed.
        if (accepts(schema, other) || hasNullMember(other)) return;
        expect(accepts(schema, dialect.lower(schema).decode(write(other, schema)))).toBe(false);
      }),
      RUNS,
    );
  });
});

describe('schemas that strict mode cannot express', () => {
  it('are sent unchanged, and values return unchanged', () => {
    const dialect = getDialect('openai-strict');
    let impossible = 0;
    fc.assert(
      fc.property(arbitrarySample('open'), ({ schema, value }) => {
        const lowered = dialect.lower(schema);
        if (!isImpossible(lowered)) return;
        impossible += 1;
        expect(lowered.schema).toBe(schema);
        expect(lowered.losses.every(({ kind }) => kind === 'impossible')).toBe(true);
        expect(lowered.decode(value)).toBe(value);
      }),
      { numRuns: 100 },
    );
    expect(impossible).toBeGreaterThan(0);
  });
});
