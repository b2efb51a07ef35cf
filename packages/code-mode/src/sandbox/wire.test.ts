import fc from 'fast-check';
import { QuickJsExecutor } from './quickjs-executor.js';
import { fromWire, toWire } from './wire.js';

const text = fc.string({ unit: 'grapheme' });
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, Number.NaN, Number.POSITIVE_INFINITY, -1.5, 1e300),
    fc.integer(),
    fc.bigInt(),
    text,
    fc.date({ noInvalidDate: false }),
    fc.uint8Array({ maxLength: 5 }),
    fc.webUrl().map((url) => new URL(url)),
    fc.constantFrom(/a+/gi, /^\d{2}$/u),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('$', 'v', 'constructor')), tie('value'), { maxKeys: 3 }),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((pairs) => new Map(pairs)),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => new Set(items)),
  ),
}));

/** Makes values comparable: the identity of addresses and of members without a prototype does not matter. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(toWire(value)));

// J4
describe('values on their way into the sandbox and back', () => {
  it('stay what they are', () => {
    fc.assert(fc.property(anyValue, (value) => expect(plain(fromWire(toWire(value)))).toEqual(plain(value))));
    const map = fromWire(toWire(new Map([[new Date(5), [1n]]])));
    expect(map).toEqual(new Map([[new Date(5), [1n]]]));
  });

  it('stay what they are in the sandbox as well', async () => {
    const executor = new QuickJsExecutor();
    await fc.assert(
      fc.asyncProperty(fc.array(anyValue, { maxLength: 5 }), async (values) => {
        const end = await executor.execute(
          {
            code: 'return await tools.echo({ values: await tools.get() });',
            tools: ['get', 'echo'],
            clock: { now: 0, seed: 0 },
            store: {},
            limits: { memoryMb: 64, cpuMs: 60_000, calls: 9, values: 1_000_000, output: 1_000_000, logs: 9 },
          },
          {
            signal: new AbortController().signal,
            call: async ([call]) => [{ value: call?.name === 'get' ? toWire(values) : (call?.args ?? null) }],
          },
        );
        expect(end).toMatchObject({ type: 'returned', value: { values: plain(values) } });
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a circular list', [] as unknown[]],
  ])('are refused if they cannot be written: %s', (about, value) => {
    if (about === 'a circular list') (value as unknown[]).push(value);
    expect(() => toWire(value)).toThrow(TypeError);
  });

  it.each([
    { $: 'process' },
    { $: 'map', v: 5 },
    { $: 'map', v: [1] },
    { $: 'toString' },
    { $: 'url', v: 'no address' },
    { $: 'bigint', v: 'x' },
    { $: 'regexp', v: ['('] },
  ])('are refused if nobody wrote them: %j', (wire) => {
    expect(() => fromWire(wire)).toThrow();
  });
});
