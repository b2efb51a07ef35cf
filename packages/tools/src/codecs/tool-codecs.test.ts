import type { CodecPlan, ToolCodecs } from '@toolwright/contract';
import fc from 'fast-check';
import { ToolRegistry } from '../index.js';
import { entry, manifestOf } from '../weather.test.fixture.js';
import { JSON_FORM, setup, VALUES } from './tool-codecs.test.fixture.js';

describe('a tool with built-in objects in its values', () => {
  it('gets real objects from the JSON of a model, and answers in JSON', async () => {
    const { registry, got } = setup();
    expect(await registry.execute('keep', JSON.stringify(JSON_FORM))).toEqual({
      result: JSON_FORM,
      error: null,
    });
    const [{ bytes, ...others }] = got as [typeof VALUES];
    const { bytes: expectedBytes, ...expected } = VALUES;
    expect(others).toEqual(expected);
    expect(Array.from(bytes)).toEqual(Array.from(expectedBytes));
    expect(others.pattern.test('12')).toBe(true);
  });

  it('receives and returns the caller’s own objects in direct calls', async () => {
    const { registry, got } = setup();
    expect(await registry.call('keep', VALUES)).toBe(VALUES);
    expect(registry.callSync('keep', VALUES)).toBe(VALUES);
    expect(got).toEqual([VALUES, VALUES]);
    expect(got[0]).toBe(VALUES);
  });

  it('may be called without optional arguments', async () => {
    const { registry, got } = setup(() => undefined);
    expect(await registry.execute('keep', '')).toEqual({ result: null, error: null });
    expect(await registry.execute('keep', { pattern: null, at: null })).toEqual({
      result: null,
      error: null,
    });
    expect(registry.callSync('keep')).toBeUndefined();
    expect(got).toEqual([{}, { pattern: null }, {}]);
  });

  it('gets decoded values after a repair of the arguments', async () => {
    const { registry, got } = setup();
    const given = { at: new Date(0), plain: '1' };
    await registry.call('keep', given, { coercion: 'safe' });
    expect(got).toEqual([{ at: new Date(0), plain: 1 }]);
    await expect(registry.call('keep', given)).rejects.toMatchObject({
      message: 'Invalid arguments for \'keep\': plain must be a whole number; got "1".',
    });
  });

  it('keeps any values unchanged on the way in and out', async () => {
    const { registry } = setup();
    const at = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') });
    const values = fc.record(
      {
        at,
        count: fc.bigInt(),
        bytes: fc.uint8Array(),
        days: fc.uniqueArray(at, { selector: Number }).map((days) => new Set(days)),
        index: fc.dictionary(fc.string(), fc.bigInt()).map((members) => new Map(Object.entries(members))),
        record: fc.dictionary(fc.stringMatching(/^[a-z]*$/), fc.array(at)),
        tree: fc.letrec<{ tree: unknown; children: readonly unknown[] }>((tie) => ({
          tree: fc.record({ at, children: tie('children') }),
          children: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 2 })),
        })).tree,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const unsafe = ['__proto__', 'constructor', 'prototype'];
        fc.pre(
          ![...(value.index?.keys() ?? []), ...Object.keys(value.record ?? {})].some((key) =>
            unsafe.includes(key),
          ),
        );
        const sent = setup(() => value);
        const { result, error } = await sent.registry.execute('keep', {});
        expect(error).toBeNull();
        expect(await registry.execute('keep', JSON.stringify(result))).toEqual({ result, error: null });
        expect(registry.callSync('keep', value)).toBe(value);
      }),
    );
  });
});

describe('validate', () => {
  it('accepts JSON text or real values, and returns real values', () => {
    const { registry } = setup();
    const at = new Date(0);
    expect(registry.validate('keep', { at })).toEqual({ ok: true, value: { at } });
    expect(registry.validate('keep', `{"at":"${JSON_FORM.at}"}`)).toEqual({ ok: true, value: { at } });
  });
});

describe('a union whose string takes all JSON of a built-in object', () => {
  it('gives the string of a model and the object of a direct call', async () => {
    const got: unknown[] = [];
    const remind = (at: Date | string): Date | string => {
      got.push(at);
      return new Date(0);
    };
    const either: CodecPlan = {
      kind: 'union',
      branches: [
        { shape: { types: ['string'] } },
        { shape: { types: ['string'], codec: 'date' }, plan: { kind: 'date' } },
      ],
    };
    const codecs: ToolCodecs = {
      parameters: { kind: 'object', properties: { at: either } },
      result: either,
    };
    const schema = { at: { type: 'string' } } as const;
    const registry = new ToolRegistry(
      manifestOf(entry('remind', () => remind, { parameters: ['at'] }, schema, { codecs })),
    ).register(remind);
    const at = new Date(0);
    expect(await registry.execute('remind', { at: JSON_FORM.at })).toEqual({
      result: JSON_FORM.at,
      error: null,
    });
    await registry.call('remind', { at });
    registry.callSync('remind', { at: 'soon' });
    expect(got).toEqual([JSON_FORM.at, at, 'soon']);
    expect(got[1]).toBe(at);
  });
});

describe('codecs for the result only', () => {
  it('leave direct calls unchanged', async () => {
    const at = new Date(0);
    const now = (): Date => at;
    const registry = new ToolRegistry(
      manifestOf(entry('now', () => now, { parameters: [] }, {}, { codecs: { result: { kind: 'date' } } })),
    ).register(now);
    expect(registry.callSync('now')).toBe(at);
    expect(await registry.call('now')).toBe(at);
    expect(await registry.execute('now', {})).toEqual({ result: JSON_FORM.at, error: null });
  });

  it('encode the return value of a generator', async () => {
    async function* watch(): AsyncGenerator<number, Set<bigint>> {
      yield 1;
      return new Set([1n, 2n]);
    }
    const codec: ToolCodecs = { result: { kind: 'set', items: { kind: 'bigint' } } };
    const registry = new ToolRegistry(
      manifestOf(entry('watch', () => watch, { parameters: [] }, {}, { codecs: codec })),
    ).register(watch);
    expect(await registry.execute('watch', {})).toEqual({ result: ['1', '2'], error: null });
  });
});

it('that refer to undefined types are refused at registration', () => {
  const fn = (): void => undefined;
  const broken: ToolCodecs = { parameters: { kind: 'ref', name: 'Gone' } };
  const registry = new ToolRegistry(
    manifestOf(entry('fn', () => fn, { parameters: [] }, {}, { codecs: broken })),
  );
  expect(() => registry.register(fn)).toThrow(
    expect.objectContaining({ code: 'INVALID_TOOL', message: expect.stringContaining("'Gone'") }),
  );
});
