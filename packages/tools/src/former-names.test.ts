import { describeUnknown, type ManifestTool } from '@toolwright/contract';
import fc from 'fast-check';
import { FunctionTool, ToolRegistry } from './index.js';
import { entry, manifestOf } from './weather.test.fixture.js';

class Weather {
  readonly calls: unknown[][] = [];

  forecast(city: string, days = 1): string {
    this.calls.push([city, days]);
    return `${city} ${days}`;
  }
}

/** `forecast(city, days)`, formerly `weather(town, days)`. */
const forecast: ManifestTool = (() => {
  const call = { member: 'forecast', parameters: ['city', 'days'] };
  const properties = { city: { type: 'string' }, days: { type: 'number' } } as const;
  const made = entry('forecast', () => Weather, call, properties, { required: ['city'] });
  const was = { tool: ['weather'], parameters: { town: 'city', place: 'city', toString: 'days' } };
  return { ...made, spec: { ...made.spec, was } };
})();

// The names of the manifest are not those of its type.
const registryOf = (prefix = '') =>
  new ToolRegistry(manifestOf(forecast)).registerFrom(new Weather(), { prefix });

const toolNamed = (name: string, ...former: string[]) =>
  new FunctionTool({
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    was: { tool: former },
    fn: () => name,
  });

// F6
describe('a former name of a tool', () => {
  it('calls the tool, in every way', async () => {
    const registry = registryOf();
    expect(await registry.call('weather', { city: 'Oslo' })).toBe('Oslo 1');
    expect(registry.callSync('weather', { city: 'Oslo' })).toBe('Oslo 1');
    expect(await registry.execute('weather', '{"city":"Oslo"}')).toEqual({ result: 'Oslo 1', error: null });
    expect(registry.validate('weather', { city: 'Oslo' })).toEqual({ ok: true, value: { city: 'Oslo' } });
  });

  it('is not advertised', () => {
    const registry = registryOf();
    expect(registry.listTools().map(({ name }) => name)).toEqual(['forecast']);
    for (const dialect of ['openai', 'anthropic', 'gemini', 'mcp', 'openai-strict'] as const)
      expect(JSON.stringify(registry.schemas(dialect))).not.toMatch(/weather|town/);
    expect(registry.get('forecast')?.parameters.additionalProperties).toBe(false);
  });

  it('leads to the tool under its present name', async () => {
    const registry = registryOf();
    expect(registry.has('weather')).toBe(true);
    expect(registry.get('weather')?.name).toBe('forecast');
    const { error } = await registry.execute('weather', { city: 1 });
    expect(error).toBe("Invalid arguments for 'forecast': city must be a string; got 1.");
    await expect(registry.call('weather', { city: 1 })).rejects.toThrow("Invalid arguments for 'forecast'");
  });

  it('is none that `unregister` takes, and goes with the tool', async () => {
    const registry = registryOf();
    expect(registry.unregister('weather')).toBe(false);
    expect(registry.unregister('forecast')).toBe(true);
    expect(registry.has('weather')).toBe(false);
    const { error } = await registry.execute('weather', {});
    expect(error).toContain(describeUnknown('Tool', 'weather', []).problem);
  });

  it('has the prefix of its tool', async () => {
    const registry = registryOf('home_');
    expect(await registry.call('home_weather', { town: 'Oslo' })).toBe('Oslo 1');
    expect(registry.has('weather')).toBe(false);
    const prefixed = new ToolRegistry().register(toolNamed('a', 'b'), { prefix: 'x_' });
    expect(await prefixed.call('x_b')).toBe('a');
  });

  it('gives way to a tool that has the name, whichever came first', async () => {
    for (const tools of [
      [toolNamed('new', 'old'), toolNamed('old')],
      [toolNamed('old'), toolNamed('new', 'old')],
    ]) {
      const registry = new ToolRegistry();
      for (const tool of tools) registry.register(tool);
      expect(await registry.execute('old', {})).toEqual({ result: 'old', error: null });
    }
  });

  it('gives way to a tool that comes later, also for calls that were made before', () => {
    const registry = registryOf();
    expect(registry.callSync('weather', { city: 'Oslo' })).toBe('Oslo 1');
    registry.register(toolNamed('weather'));
    expect(registry.callSync('weather', {})).toBe('weather');
  });

  it('is refused if another tool had it', () => {
    const registry = new ToolRegistry().register(toolNamed('one', 'old'));
    const register = () => registry.register(toolNamed('two', 'old'));
    expect(register).toThrow(expect.objectContaining({ code: 'DUPLICATE_TOOL' }));
    expect(register).toThrow("Two tools were named 'old'");
    expect(registry.has('two')).toBe(false);
    registry.unregister('one');
    expect(() => registry.register(toolNamed('two', 'old'))).not.toThrow();
  });

  it('is refused if it is no name', () => {
    const register = () => new ToolRegistry().register(toolNamed('one', 'not a name'));
    expect(register).toThrow(expect.objectContaining({ code: 'INVALID_TOOL' }));
  });

  it.each<[unknown, string]>([
    [null, "`was.tool` of 'one' must be a list of former names"],
    ['old', "`was.tool` of 'one' must be a list of former names"],
    [{ tool: null }, "`was.tool` of 'one' must be a list of former names"],
    [{ tool: 'abc' }, "`was.tool` of 'one' must be a list of former names"],
    [{ tool: ['a', 5] }, "`was.tool` of 'one' must be a list of former names"],
    [{ tool: ['a', 'a'] }, "`was.tool` of 'one' contains a name twice"],
    [{ parameters: null }, "`was.parameters` of 'one' must be an object"],
    [{ parameters: { town: 5 } }, "`was.parameters` of 'one' must be an object"],
  ])('is refused if it is written in another form: %j', (was, message) => {
    const tool: FunctionTool = toolNamed('one');
    const registry = new ToolRegistry();
    expect(() => registry.register(Object.assign(tool, { was }))).toThrow(
      expect.objectContaining({ code: 'INVALID_TOOL', message: expect.stringContaining(message) }),
    );
    expect(registry.has('one')).toBe(false);
  });

  it('may be a name of prototypes', async () => {
    const registry = new ToolRegistry().register(toolNamed('one', 'constructor', '__proto__'));
    for (const name of ['constructor', '__proto__'])
      expect(await registry.execute(name, {})).toEqual({ result: 'one', error: null });
    expect(registry.has('toString')).toBe(false);
  });
});

// F6
describe('a former name of an argument', () => {
  it('is that of the present one, in every way', async () => {
    const registry = registryOf();
    expect(await registry.call('forecast', { town: 'Oslo', days: 3 })).toBe('Oslo 3');
    expect(registry.callSync('forecast', { place: 'Oslo' })).toBe('Oslo 1');
    expect(await registry.execute('weather', '{"town":"Oslo","toString":"2"}')).toEqual({
      result: 'Oslo 2',
      error: null,
    });
    expect(registry.validate('forecast', '{"town":"Oslo"}')).toEqual({ ok: true, value: { city: 'Oslo' } });
  });

  it('is that of the present one within JSON in a JSON string', async () => {
    const twice = JSON.stringify('{"town":"Oslo"}');
    expect(await registryOf().execute('weather', twice)).toEqual({ result: 'Oslo 1', error: null });
    expect(registryOf().validate('weather', twice)).toMatchObject({ ok: false });
  });

  it('leaves the arguments of the caller as they are', async () => {
    const args = Object.freeze({ town: 'Oslo' });
    expect(await registryOf().call('forecast', args)).toBe('Oslo 1');
    expect(args).toEqual({ town: 'Oslo' });
  });

  it.each([
    [{ city: 'Oslo', town: 'Bergen' }, "'town' is a former name of 'city': send only 'city'."],
    [{ town: 'Oslo', place: 'Oslo' }, "'town' and 'place' are former names of 'city': send only 'city'."],
    [{ town: 5 }, 'city must be a string; got 5.'],
    [{ days: 1 }, 'city is required (a string).'],
    [{ towns: 'Oslo' }, "Unknown argument 'towns'"],
  ])('is refused in present names: %j', async (args, message) => {
    const registry = registryOf();
    const { error } = await registry.execute('weather', JSON.stringify(args));
    expect(error).toContain("Invalid arguments for 'forecast': ");
    expect(error).toContain(message);
    await expect(registry.call('forecast', args)).rejects.toThrow(message);
  });

  it('says which argument was sent twice', () => {
    expect(registryOf().validate('forecast', { city: 'Oslo', town: 'Oslo' })).toMatchObject({
      ok: false,
      errors: [{ path: 'city' }],
    });
  });

  it('survives arguments that cannot be read', async () => {
    const registry = registryOf();
    const hostile = {
      get town(): string {
        throw new Error('no');
      },
    };
    expect(registry.validate('forecast', hostile)).toMatchObject({ ok: false });
    for (const args of [null, 'Oslo', [], new Map([['town', 'Oslo']]), JSON.parse('{"__proto__":{}}')])
      expect((await registry.execute('forecast', args)).error).toEqual(expect.any(String));
  });

  it('must be free, and lead to an argument', () => {
    const parameters = {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'number' } },
    } as const;
    for (const was of [{ days: 'city' }, { town: 'place' }]) {
      const tool = new FunctionTool({
        name: 'forecast',
        description: 'Forecasts.',
        parameters,
        was: { parameters: was },
        fn: () => 1,
      });
      expect(() => new ToolRegistry().register(tool)).toThrow(
        expect.objectContaining({ code: 'INVALID_TOOL' }),
      );
    }
  });

  it('is known while arguments are written', async () => {
    const registry = registryOf();
    const watch = registry.watchArguments('weather');
    const refused = watch?.push('{"town": {"name": "Oslo"}, ');
    const { error } = await registry.execute('weather', '{"town": {"name": "Oslo"}}');
    expect(refused).toEqual({ error, arguments: '{"town":{"name":"Oslo"}}' });
    expect(registry.watchArguments('forecast')?.push('{"town": "Oslo", ')).toBeUndefined();
  });

  it('gives what the present name gives, for any value', async () => {
    const registry = registryOf();
    const property = fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (city, days) => {
      const present = await registry.execute('forecast', JSON.stringify({ city, days }));
      const former = await registry.execute('weather', JSON.stringify({ town: city, days }));
      expect(former).toEqual(present);
    });
    await fc.assert(property, { numRuns: 300 });
  });
});

// F6
it('the compiler knows only present names', () => {
  type Types = {
    forecast: { args: { city: string; days?: number }; returns: string; of: Weather };
  };
  const registry = new ToolRegistry(manifestOf<Types>(forecast)).registerFrom(new Weather());
  expect(registry.callSync('forecast', { city: 'Oslo' })).toBe('Oslo 1');
  // @ts-expect-error: a former name of the tool
  expect(registry.callSync('weather', { city: 'Oslo' })).toBe('Oslo 1');
  // @ts-expect-error: a former name of the argument
  expect(registry.callSync('forecast', { town: 'Oslo' })).toBe('Oslo 1');
});
