import { ToolRegistry } from './index.js';
import { calculateTax, entry, manifestOf, Weather, weatherManifest } from './weather.test.fixture.js';

function weatherRegistry() {
  return new ToolRegistry(weatherManifest)
    .registerFrom(new Weather())
    .registerFrom(Weather)
    .register(calculateTax);
}

describe('ToolRegistry', () => {
  // A4, A5
  it('returns the same list until a tool is added or removed', () => {
    const registry = weatherRegistry();
    const specs = registry.listTools();
    expect(specs.map(({ name }) => name)).toEqual([
      'forecast',
      'later',
      'watch',
      'count',
      'search',
      'sum',
      'remind',
      'version',
      'calculateTax',
    ]);
    expect(registry.listTools()).toBe(specs);
    expect(registry.unregister('sum')).toBe(true);
    expect(registry.unregister('sum')).toBe(false);
    expect(registry.listTools()).not.toBe(specs);
    expect(registry.has('sum')).toBe(false);
    expect(registry.get('sum')).toBeUndefined();
    expect(registry.get('calculateTax')?.parameters).toMatchObject({
      properties: { amount: { type: 'number' }, rate: { type: 'number', default: 0.1 } },
      required: ['amount'],
    });
  });

  it('reports changes, once for all tools of an object, until the listener is removed', () => {
    const registry = new ToolRegistry(weatherManifest);
    const seen: number[] = [];
    const end = registry.onChange(() => seen.push(registry.listTools().length));
    registry.registerFrom(new Weather(), { only: ['sum', 'later'] });
    registry.unregister('nothing');
    registry.unregister('sum');
    expect(() => registry.registerFrom(new Weather(), { only: ['later'] })).toThrow("named 'later'");
    end();
    registry.register(calculateTax);
    expect(seen).toEqual([2, 1]);
  });

  // A5
  it('calls tools of every shape with real values', async () => {
    const registry = weatherRegistry();
    expect(await registry.call('forecast', { city: 'Oslo' })).toBe('Oslo 1 C');
    expect(await registry.call('forecast', { city: 'Oslo', days: 3 })).toBe('Oslo 3 C');
    expect((await registry.call('later', { city: 'Rome' })).at).toEqual(new Date(0));
    expect(await registry.call('search', { query: 'x' })).toEqual(['x', '10']);
    expect(await registry.call('sum', { label: 'total', numbers: [1, 2, 3] })).toBe('total 6');
    expect(await registry.call('sum', { label: 'total' })).toBe('total 0');
    expect(await registry.call('version')).toBe('1 of Weather');
    expect(await registry.call('calculateTax', { amount: 200 })).toBe(20);
  });

  it('returns the result of a generator and reports the values that it yields', async () => {
    const registry = weatherRegistry();
    const progress: unknown[] = [];
    const onProgress = (value: unknown) => progress.push(value);
    expect(await registry.call('watch', { count: 2 }, { onProgress })).toBe('watched 2');
    expect(registry.callSync('count', { upTo: 2 }, { onProgress })).toBe(2);
    expect(await registry.execute('count', { upTo: 1 }, { onProgress })).toEqual({ result: 1, error: null });
    expect(progress).toEqual([0, 1, 0, 1, 0]);
  });

  it('injects the context at the position of its parameter', async () => {
    const weather = new Weather();
    const registry = new ToolRegistry(weatherManifest).registerFrom(weather);
    const seen: unknown[] = [];
    const state = new Map<string, unknown>();
    const outcome = await registry.execute('remind', '{"text":"milk"}', {
      callId: 'c1',
      state,
      onLog: (message) => seen.push(message),
      onProgress: (value) => seen.push(value),
    });
    expect(outcome).toEqual({ result: 'kept', error: null });
    expect(seen).toEqual(['reminding c1', { text: 'milk' }]);
    expect([...state]).toEqual([['remind', 'milk']]);
    expect(weather.reminders).toEqual(['milk']);
  });

  // A5
  it('refuses to call an asynchronous tool synchronously', () => {
    const registry = weatherRegistry();
    expect(registry.callSync('calculateTax', { amount: 100, rate: 0.5 })).toBe(50);
    // @ts-expect-error `later` gives a promise
    expect(() => registry.callSync('later', { city: 'Oslo' })).toThrow(
      expect.objectContaining({
        code: 'ASYNC_TOOL',
        message: "'later' is asynchronous, so callSync cannot wait for it.",
      }),
    );
    // @ts-expect-error `watch` gives an async generator
    expect(() => registry.callSync('watch', { count: 1 })).toThrow(
      expect.objectContaining({ code: 'ASYNC_TOOL' }),
    );
  });

  // A5, B4
  it('answers every call of a model in JSON', async () => {
    const registry = weatherRegistry();
    expect(await registry.execute('later', { city: 'Rome' })).toEqual({
      result: { city: 'Rome', at: '1970-01-01T00:00:00.000Z' },
      error: null,
    });
    expect(await registry.execute('forecast', '{"city":"Oslo","days":"3"}')).toEqual({
      result: 'Oslo 3 C',
      error: null,
    });
    expect(await registry.execute('version', '')).toEqual({ result: '1 of Weather', error: null });
  });

  // A6, A7, B4
  it.each([
    ['forcast', '{}', /'forcast'.*'forecast'.* forecast, later, .*\.$/],
    [
      'forecast',
      '{"city": Oslo}',
      /^The arguments are not valid JSON: expected a value at position 9, after "{\\"city\\": ", but found "Oslo}"/,
    ],
    [
      'forecast',
      '{"city":"Oslo","days":5}',
      /^Invalid arguments for 'forecast': days must be one of 1, 3, 7; got 5\.$/,
    ],
    ['forecast', '{"citty":"Oslo"}', /city is required \(a string\)\. Unknown argument 'citty'\. .*'city'/],
    ['forecast', '[]', /The arguments must be an object; got \[\]\.$/],
    ['forecast', '{"city":"Oslo","__proto__":{"x":1}}', /Unknown argument '__proto__'/],
    ['forecast', '{"city":"Oslo","constructor":1}', /Unknown argument 'constructor'/],
  ])('answers an invalid call of %s with %s', async (name, args, error) => {
    const outcome = await weatherRegistry().execute(name, args);
    expect(outcome).toEqual({ result: null, error: expect.stringMatching(error) });
  });

  it('returns tools in the request format of a dialect', () => {
    const registry = new ToolRegistry(weatherManifest).register(calculateTax);
    const [tool] = registry.schemas();
    expect(tool).toMatchObject({
      type: 'function',
      function: { name: 'calculateTax', description: 'Does calculateTax.' },
    });
    expect(registry.schemas('json-schema')[0]?.name).toBe('calculateTax');
    // @ts-expect-error no such dialect
    expect(() => registry.schemas('opnai')).toThrow('json-schema, openai');
  });

  // A5
  it('registers two instances of one class under prefixes', async () => {
    const registry = new ToolRegistry(weatherManifest)
      .registerFrom(new Weather('C'), { prefix: 'oslo_', only: ['forecast'] })
      .registerFrom(new Weather('F'), { prefix: 'miami_', except: ['later'] });
    expect(await registry.call('oslo_forecast', { city: 'a' })).toBe('a 1 C');
    expect(await registry.call('miami_forecast', { city: 'a' })).toBe('a 1 F');
    expect(registry.has('oslo_sum')).toBe(false);
    expect(registry.has('miami_later')).toBe(false);
    expect(registry.get('miami_sum')?.name).toBe('miami_sum');
  });

  // M1
  it('registers several objects or functions at once, all or none', async () => {
    const module = { calculateTax };
    const all = new ToolRegistry(weatherManifest).registerFrom(new Weather('C'), Weather, module);
    expect(all.listTools().map(({ name }) => name)).toEqual(
      weatherRegistry()
        .listTools()
        .map(({ name }) => name),
    );
    expect(await all.call('forecast', { city: 'a' })).toBe('a 1 C');
    const registry = new ToolRegistry(weatherManifest);
    let changes = 0;
    registry.onChange(() => (changes += 1));
    expect(() => registry.registerFrom(new Weather('C'), module, new Weather('F'))).toThrow(
      expect.objectContaining({ code: 'DUPLICATE_TOOL' }),
    );
    expect(() => registry.register(calculateTax, function other() {})).toThrow(
      expect.objectContaining({ code: 'NO_SCHEMA' }),
    );
    expect([registry.listTools(), changes]).toEqual([[], 0]);
    expect(registry.registerFrom(new Weather('C'), Weather).has('version')).toBe(true);
    expect(changes).toBe(1);
  });

  it('takes an object without functions for options, only as the second of two', () => {
    const registry = new ToolRegistry(weatherManifest);
    const call =
      (...given: unknown[]) =>
      () =>
        Reflect.apply(registry.registerFrom, registry, given);
    const code = (expected: string) => expect.objectContaining({ code: expected });
    expect(call()).toThrow(code('INVALID_TOOL'));
    expect(call(new Weather(), null)).toThrow(code('INVALID_CONFIG'));
    expect(call(new Weather(), 'a')).toThrow(code('INVALID_CONFIG'));
    expect(call(new Weather(), { prefx: 'a_' })).toThrow(code('INVALID_CONFIG'));
    expect(call(new Weather(), Weather, { prefix: 'a_' })).toThrow(code('INVALID_TOOL'));
    expect(call(new Weather(), undefined, Weather)).toThrow(code('INVALID_TOOL'));
    expect(registry.listTools()).toEqual([]);
    expect(call(Weather, { prefix: 'a_' })().has('a_version')).toBe(true);
    expect(call({ calculateTax }, undefined)().has('calculateTax')).toBe(true);
  });

  // A5
  it('refuses a second tool of the same name, and then registers no tool of the object', () => {
    const other = entry('later', () => Object.assign, { parameters: [] }, {});
    const registry = new ToolRegistry(weatherManifest, manifestOf(other)).register(Object.assign);
    expect(() => registry.registerFrom(new Weather())).toThrow(
      expect.objectContaining({
        code: 'DUPLICATE_TOOL',
        message: expect.stringMatching(
          /Two tools are named 'later': assign \(src\/weather\.ts:7\) and Weather\.later .*prefix/,
        ),
      }),
    );
    expect(registry.listTools().map(({ name }) => name)).toEqual(['later']);
  });

  it('validates without running', () => {
    const registry = weatherRegistry();
    expect(registry.validate('forecast', { city: 'Oslo' })).toEqual({ ok: true, value: { city: 'Oslo' } });
    expect(registry.validate('forecast', '{"city":"Oslo","days":"3"}', { coercion: 'safe' })).toEqual({
      ok: true,
      value: { city: 'Oslo', days: 3 },
    });
    expect(registry.validate('forecast', { city: 'Oslo', days: '3' })).toEqual({
      ok: false,
      errors: [{ path: 'days', message: 'days must be one of 1, 3, 7; got "3".' }],
      message: 'days must be one of 1, 3, 7; got "3".',
    });
    expect(registry.validate('none', {})).toMatchObject({
      ok: false,
      message: expect.stringContaining("'none'"),
    });
    expect(registry.validate('forecast', '{')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/not valid JSON/),
    });
  });
});
