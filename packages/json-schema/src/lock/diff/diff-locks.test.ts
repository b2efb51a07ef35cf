import type { JsonSchema } from '@toolwright/contract';
import fc from 'fast-check';
import { cases } from '../../../../../scripts/thorough.mjs';
import { arbitrarySchema } from '../../arbitrary-schema.test.support.js';
import { accepts, ajvAccepts } from '../../contains/accepts.test.support.js';
import { edited } from '../../contains/arbitrary-edit.test.support.js';
import { fitsWithin } from '../../contains/fits-within.js';
import { createLock, type LockedTool } from '../tool-lock.js';
import type { ChangeVerdict, ContractDiff } from './contract-change.js';
import { diffLocks } from './diff-locks.js';
import { ANNOTATIONS } from './labelled-annotations.test.fixture.js';
import { PARAMETERS } from './labelled-parameters.test.fixture.js';
import { TYPES } from './labelled-types.test.fixture.js';
import { openObjects } from './open-objects.js';

const fits = (inner: object, outer: object) => fitsWithin(inner, outer, ajvAccepts);
const closed = ({ $defs = {}, ...value }: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { value },
  required: ['value'],
  additionalProperties: false,
  $defs,
});
const tool = (more: Partial<LockedTool> = {}): LockedTool => ({
  name: 'find',
  description: 'Finds.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  annotations: {},
  ...more,
});
const diff = (before: readonly LockedTool[], after: readonly LockedTool[]): ContractDiff =>
  diffLocks(createLock(before), createLock(after), fits);
const one = (before: Partial<LockedTool>, after: Partial<LockedTool>): ContractDiff =>
  diff([tool(before)], [tool(after)]);
const RANKS: readonly ChangeVerdict[] = ['breaking', 'compatible', 'model-visible'];
const worst = ({ changes }: ContractDiff): ChangeVerdict | undefined =>
  RANKS.find((rank) => changes.some(({ verdict }) => verdict === rank));

// F2, F3
describe('diffLocks', () => {
  it.each(TYPES)('judges that %s', (_name, before, after, input, output) => {
    const parameters = one({ parameters: closed(before) }, { parameters: closed(after) });
    expect([worst(parameters), parameters]).toEqual([input, expect.anything()]);
    const results = one({ output: before }, { output: after });
    expect([worst(results), results]).toEqual([output, expect.anything()]);
    for (const { side, verdict, example } of [...parameters.changes, ...results.changes]) {
      if (example === undefined) continue;
      expect(verdict).toBe('breaking');
      const isInput = side === 'input';
      const [right, wrong] = isInput ? [closed(before), closed(after)] : [after, openObjects(before)];
      expect([accepts(right, example), accepts(wrong, example)]).toEqual([true, false]);
    }
  });

  it.each(PARAMETERS)('judges that %s', (_name, before, after, verdict) => {
    expect(worst(one({ parameters: before }, { parameters: after })) ?? 'model-visible').toBe(verdict);
  });

  it.each(ANNOTATIONS)('judges that %j becomes %j', (before, after, verdict) => {
    const { changes } = one({ annotations: before }, { annotations: after });
    expect(changes).toEqual([expect.objectContaining({ side: 'annotation', verdict })]);
  });

  // M9
  it.each<[Partial<LockedTool>, Partial<LockedTool>, ChangeVerdict, string]>([
    [
      { proved: { readOnly: true } },
      {},
      'breaking',
      '/annotations/readOnly: `readOnly` was true (proved) and is not set',
    ],
    [
      { proved: { readOnly: true } },
      { proved: { readOnly: false } },
      'breaking',
      '/proved/readOnly: `readOnly` was true (proved) and is false (proved)',
    ],
    [
      { annotations: { readOnly: true } },
      { proved: { readOnly: true } },
      'compatible',
      '/proved/readOnly: `readOnly` was true and is true (proved)',
    ],
    [
      { proved: { openWorld: false } },
      { annotations: { openWorld: false } },
      'compatible',
      '/annotations/openWorld: `openWorld` was false (proved) and is false',
    ],
    [
      {},
      { proved: { openWorld: true } },
      'breaking',
      '/proved/openWorld: `openWorld` was not set and is true (proved)',
    ],
    [
      {},
      { proved: { readOnly: true } },
      'compatible',
      '/proved/readOnly: `readOnly` was not set and is true (proved)',
    ],
  ])('judges proved hints like stated ones: %j becomes %j', (before, after, verdict, said) => {
    const { changes } = one(before, after);
    expect(changes.map(({ path, message }) => `${path}: ${message}`)).toEqual([said]);
    expect(changes.map((change) => change.verdict)).toEqual([verdict]);
  });

  it('sees no change in a proved hint that the source overrules before and after', () => {
    const annotations = { readOnly: false };
    expect(one({ annotations, proved: { readOnly: true } }, { annotations }).changes).toEqual([]);
  });

  it('has more than 150 labelled changes', () => {
    expect(TYPES.length * 2 + PARAMETERS.length + ANNOTATIONS.length).toBeGreaterThanOrEqual(150);
  });

  it('says what has changed, where, and with which call', () => {
    const days = (schema: JsonSchema, required: string[]): object => ({
      type: 'object',
      properties: { city: { type: 'string' }, days: schema },
      required,
      additionalProperties: false,
    });
    const before = days({ type: 'integer', maximum: 14 }, ['city']);
    const after = days({ type: 'integer', maximum: 7, description: 'Ahead.' }, ['city', 'days']);
    expect(one({ parameters: before }, { parameters: after })).toEqual({
      release: 'major',
      changes: [
        {
          tool: 'find',
          side: 'input',
          path: '/parameters/properties/days',
          verdict: 'breaking',
          message: '"days" is required now',
          example: { city: '' },
        },
        {
          tool: 'find',
          side: 'input',
          path: '/parameters/properties/days/description',
          verdict: 'model-visible',
          message: '`description` is new',
        },
        {
          tool: 'find',
          side: 'input',
          path: '/parameters/properties/days/maximum',
          verdict: 'breaking',
          message: '`maximum` was 14 and is 7',
          example: { days: 8, city: '' },
        },
      ],
    });
  });

  it('says that null has another meaning, with a call', () => {
    const of = (dry: JsonSchema) => ({
      ...tool().parameters,
      properties: { disk: { type: 'string' }, dry },
      required: ['disk'],
    });
    const flag = { type: 'boolean' } as const;
    const [before, after] = [
      of({ ...flag, default: true }),
      of({ anyOf: [flag, { type: 'null' }], default: true }),
    ];
    expect(one({ parameters: before }, { parameters: after }).changes).toContainEqual({
      tool: 'find',
      side: 'input',
      path: '/parameters/properties/dry/default',
      verdict: 'breaking',
      message: 'null meant the default true and is now a separate value',
      example: { disk: '', dry: null },
    });
    const { changes } = one({ parameters: of(flag) }, { parameters: of({ type: ['boolean', 'null'] }) });
    expect(changes).toContainEqual({
      tool: 'find',
      side: 'input',
      path: '/parameters/properties/dry',
      verdict: 'model-visible',
      message: 'null meant an omitted value and is now a separate value',
    });
  });

  const number: JsonSchema = { type: 'number' };
  const list: JsonSchema = { type: 'array', items: number };
  const record = (properties: Record<string, JsonSchema>, additionalProperties = false): JsonSchema => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties,
  });
  const [x, y] = [record({ x: number }), record({ y: number })];
  it.each<[JsonSchema, JsonSchema, string | undefined]>([
    [number, { type: ['number', 'string'] }, '"3"'],
    [number, {}, '"3"'],
    [number, { anyOf: [number, { type: 'string', format: 'date-time' }] }, '"3"'],
    [number, { anyOf: [number, { enum: ['auto'] }] }, undefined],
    [{ enum: [1, 2] }, { enum: [1, 2, '1'] }, '"1"'],
    [{ enum: [1, 2] }, { enum: [1, 2, 'one'] }, undefined],
    [{ type: 'boolean' }, { anyOf: [{ type: 'boolean' }, { type: 'string' }] }, '"true"'],
    [list, { anyOf: [list, { type: 'string' }] }, '"[]"'],
    [list, { anyOf: [list, { type: 'array', items: { type: 'string' } }] }, 'wrong types'],
    [x, { anyOf: [x, { type: 'string' }] }, '"{}"'],
    [x, { anyOf: [x, y] }, undefined],
    [x, { anyOf: [x, record({ y: number }, true)] }, 'wrong types'],
    [x, { anyOf: [x, record({ x: number, y: number })] }, 'wrong types'],
    [
      record({ kind: { const: 'a' }, x: number }),
      { anyOf: [record({ kind: { const: 'a' }, x: number }), record({ kind: { const: 'b' }, x: list })] },
      undefined,
    ],
    [{ type: ['number', 'string'] }, { type: ['number', 'string', 'null'] }, undefined],
  ])('says whether texts and wrong types are still repaired when %j becomes %j', (before, after, said) => {
    const { changes } = one({ parameters: closed(before) }, { parameters: closed(after) });
    const lost = changes.filter(({ verdict }) => verdict === 'model-visible').map(({ message }) => message);
    expect(lost).toEqual(said === undefined ? [] : [expect.stringContaining(said)]);
  });

  it('says which definition has changed', () => {
    const list = (value: JsonSchema): JsonSchema => ({
      type: 'object',
      properties: { list: { $ref: '#/$defs/List' } },
      $defs: { List: { type: 'object', properties: { value, next: { $ref: '#/$defs/List' } } } },
    });
    const { changes } = one(
      { parameters: list({ type: 'number' }) },
      { parameters: list({ type: 'integer' }) },
    );
    expect(changes).toEqual([
      expect.objectContaining({
        path: '/parameters/$defs/List/properties/value/type',
        message: '`type` was "number" and is "integer"',
        example: { list: { value: expect.any(Number) } },
      }),
    ]);
  });

  it('sees new, removed and exchanged tools', () => {
    const add = tool({ name: 'add', description: 'Adds.' });
    const remove = tool({ name: 'remove', description: 'Removes.' });
    expect(diff([add], [add, remove])).toEqual({
      release: 'minor',
      changes: [{ tool: 'remove', side: 'name', path: '', verdict: 'compatible', message: 'is new' }],
    });
    expect(diff([add, remove], [add])).toMatchObject({
      release: 'major',
      changes: [{ message: 'was removed' }],
    });
    expect(diff([add], [{ ...add, name: 'plus' }]).changes.map(({ message }) => message)).toEqual([
      'was removed; if it is now "plus", `@was` keeps calls valid',
      'is new; it was "add" before',
    ]);
    const swapped = diff(
      [add, remove],
      [
        { ...add, name: 'remove' },
        { ...remove, name: 'add' },
      ],
    );
    expect(swapped.release).toBe('major');
    expect(swapped.changes.filter(({ side }) => side === 'name')).toEqual([
      expect.objectContaining({
        tool: 'add',
        verdict: 'breaking',
        message: 'is now what "remove" was: calls reach another tool',
      }),
      expect.objectContaining({ tool: 'remove', verdict: 'breaking' }),
    ]);
    expect(diff([add, remove], [remove, add])).toEqual({ changes: [], release: 'none' });
  });

  // F2
  it("says that a tool has another one's place only if its text or its calls tell so", () => {
    const start = (parameters: JsonSchema, more: Partial<LockedTool> = {}): LockedTool =>
      tool({ name: 'start', description: '', parameters, ...more });
    const stop = (parameters: JsonSchema, more: Partial<LockedTool> = {}): LockedTool =>
      tool({ name: 'stop', description: '', parameters, ...more });
    const id = (type: JsonSchema, required: readonly string[] = ['id']): JsonSchema => ({
      ...{ type: 'object', properties: { id: type, ...(required.length > 1 && { force: {} }) } },
      ...{ required: ['id'], additionalProperties: false },
    });
    const text: JsonSchema = { type: 'string' };
    const widened = diff(
      [start(id({ const: 'a' })), stop(id(text))],
      [start(id(text)), stop(id(text, ['id', 'force']))],
    );
    expect(widened.release).toBe('minor');
    expect(widened.changes.map(({ verdict }) => verdict)).toEqual(['compatible', 'compatible']);
    const number: JsonSchema = { type: 'number' };
    const exchanged = diff([start(id(text)), stop(id(number))], [start(id(number)), stop(id(text))]);
    expect(exchanged.changes.filter(({ side }) => side === 'name')).toHaveLength(2);
    const none: JsonSchema = { type: 'object', properties: {} };
    const [on, off] = [{ description: 'On.' }, { description: 'Off.' }];
    const told = diff([start(none, on), stop(none, off)], [start(none, off), stop(none, on)]);
    expect(told.release).toBe('major');
    const row = ['one', 'two', 'three'].map((name, index) =>
      tool({ name, description: 'Same.', parameters: id({ enum: ['a', 'b', 'c'].slice(0, index + 1) }) }),
    );
    const moved = row.map((one, index) => ({ ...one, parameters: row[index + 1]?.parameters ?? id(text) }));
    expect(diff(row, moved).release).toBe('minor');
  });

  // F2
  it('lists another order as visible to models, unless a lock of before does not know it', () => {
    const object = (...names: string[]): JsonSchema => ({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      required: names,
    });
    const [before, after] = [tool({ parameters: object('x', 'y') }), tool({ parameters: object('y', 'x') })];
    expect(diff([before], [after])).toMatchObject({
      release: 'patch',
      changes: [
        {
          path: '/parameters/properties',
          verdict: 'model-visible',
          message: '`properties` has a different order: was "x", "y", and is "y", "x"',
        },
      ],
    });
    const old = { ...before, parameters: { ...before.parameters, required: ['y', 'x'] } };
    expect(diffLocks(createLock([old], 1), createLock([after]), fits).release).toBe('none');
  });

  // F2, F4
  it('judges any order of what was there as visible to models', () => {
    const shuffled = (value: unknown, by: number): unknown => {
      if (Array.isArray(value)) return value.map((one) => shuffled(one, by));
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
        key,
        shuffled(inner, by),
      ]);
      return Object.fromEntries(
        by % 2 === 0 ? entries.reverse() : [...entries.slice(1), ...entries.slice(0, 1)],
      );
    };
    fc.assert(
      fc.property(arbitrarySchema(2, 'open'), fc.nat(1), ({ schema, $defs }, by) => {
        const { changes } = one(
          { parameters: closed({ ...schema, $defs }), output: { ...schema, $defs } },
          {
            parameters: shuffled(closed({ ...schema, $defs }), by) as object,
            output: shuffled({ ...schema, $defs }, by) as object,
          },
        );
        expect(changes.filter(({ verdict }) => verdict !== 'model-visible')).toEqual([]);
      }),
      { numRuns: cases(40, 5_000) },
    );
  });

  it('shows both values of a type', () => {
    const { changes } = one({ output: { type: 'number' } }, { output: { type: ['number', 'null'] } });
    expect(changes.map(({ message }) => message)).toEqual(['`type` was "number" and is "number" or "null"']);
    const listed = one({ output: { items: { anyOf: [{}] } } }, { output: { items: false } }).changes;
    expect(listed.map(({ message }) => message).join()).not.toMatch(/\[…\]|\{…\}/);
  });

  it('compares what providers are sent if nothing else has changed, and only for providers of both locks', () => {
    const { changes, release } = one(
      { wire: { openai: '1', gemini: '1' } },
      { wire: { openai: '2', anthropic: '1' } },
    );
    expect(release).toBe('patch');
    expect(changes).toEqual([
      {
        tool: 'find',
        side: 'wire',
        path: '/wire/openai',
        verdict: 'model-visible',
        message: 'the tool sent to openai has changed',
      },
    ]);
    expect(one({ wire: { gemini: '1' } }, { wire: { openai: '1' } }).changes).toEqual([]);
    expect(
      one({ wire: { openai: '1' } }, { description: 'Other.', wire: { openai: '2' } }).changes,
    ).toHaveLength(1);
  });

  it('sees a result that appears or disappears', () => {
    expect(worst(one({}, { output: { type: 'string' } }))).toBe('compatible');
    expect(worst(one({ output: { type: 'string' } }, {}))).toBe('breaking');
  });

  it('calls what it cannot decide breaking, and says so', () => {
    const { changes } = one(
      { output: { type: 'string', pattern: '^(a+)\\1$' } },
      { output: { type: 'string', pattern: '^(a*)\\1$' } },
    );
    expect(changes).toEqual([
      expect.objectContaining({
        verdict: 'breaking',
        message: expect.stringContaining('(not decided: the pattern'),
      }),
    ]);
    const deep = JSON.parse(`${'{"items":'.repeat(20_000)}{}${'}'.repeat(20_000)}`);
    expect(one({ parameters: deep }, {}).changes).toEqual([
      expect.objectContaining({ verdict: 'breaking', message: expect.stringContaining('nested too deeply') }),
    ]);
  });

  // F4
  it('is never wrongly compatible', () => {
    const pairs = arbitrarySchema(2, 'open').chain(({ schema, $defs, values }) => {
      const before: JsonSchema = { ...schema, $defs };
      return fc.tuple(
        fc.constant(before),
        edited(before, 'any'),
        fc.array(values, { minLength: 5, maxLength: 10 }),
      );
    });
    fc.assert(
      fc.property(pairs, ([before, after, values]) => {
        const input = one({ parameters: before }, { parameters: after });
        const output = one({ output: after }, { output: before });
        for (const value of values) {
          if (worst(input) !== 'breaking') expect(accepts(after, value)).toBe(true);
          if (worst(output) !== 'breaking') expect(accepts(openObjects(after), value)).toBe(true);
        }
      }),
      { numRuns: cases(40, 5_000) },
    );
  }, 3_600_000);
});
