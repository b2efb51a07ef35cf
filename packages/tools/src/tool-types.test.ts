import type { Manifest } from '@toolwright/contract';
import { FunctionTool, type SyncToolName, type Tool, type ToolName, ToolRegistry } from './index.js';
import { calculateTax, manifestOf, Weather, weatherManifest } from './weather.test.fixture.js';

/** Fails to compile unless both types are the same. */
function expectType<Expected>() {
  return <Actual>(_actual: Actual, ..._same: Same<Actual, Expected> extends true ? [] : [never]): void =>
    undefined;
}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const registry = new ToolRegistry(weatherManifest)
  .registerFrom(new Weather())
  .registerFrom(Weather)
  .register(calculateTax);

// These functions are compiled but never run; compiling is the test, line by line.
const compileOnly = (..._functions: (() => unknown)[]): void => undefined;

describe('the types of a registry', () => {
  it('return results as the methods declare them', async () => {
    expectType<string>()(await registry.call('forecast', { city: 'Oslo', days: 3 }));
    expectType<{ city: string; at: Date }>()(await registry.call('later', { city: 'Oslo' }));
    expectType<string>()(await registry.call('watch', { count: 1 }));
    expectType<number>()(await registry.call('count', { upTo: 1 }));
    expectType<number>()(registry.callSync('count', { upTo: 1 }));
    expectType<string[]>()(registry.callSync('search', { query: 'x' }));
    expectType<string>()(registry.callSync('version'));
    expectType<string>()(await registry.call('version', {}, { timeoutMs: 5 }));
    expectType<number>()(registry.callSync('calculateTax', { amount: 1 }));
    expect(registry.callSync('sum', { label: 'all', numbers: [1, 2] })).toBe('all 3');
  });

  it('refuse wrong names and wrong arguments', () => {
    compileOnly(
      // @ts-expect-error no such tool
      () => registry.call('forcast', { city: 'Oslo' }),
      // @ts-expect-error the city is missing
      () => registry.call('forecast', {}),
      // @ts-expect-error the arguments are missing
      () => registry.call('forecast'),
      // @ts-expect-error 5 is none of the days
      () => registry.call('forecast', { city: 'Oslo', days: 5 }),
      // @ts-expect-error no such argument
      () => registry.call('forecast', { city: 'Oslo', day: 3 }),
      // @ts-expect-error the context is not an argument
      () => registry.call('remind', { text: 'x', context: {} }),
      // @ts-expect-error elements of a rest parameter are numbers
      () => registry.call('sum', { label: 'x', numbers: ['1'] }),
      // @ts-expect-error the sole object parameter is the arguments object
      () => registry.call('search', { options: { query: 'x' } }),
      // @ts-expect-error no such option
      () => registry.call('version', {}, { timeout: 5 }),
      // @ts-expect-error a call that returns at once has no time to be cut
      () => registry.callSync('version', {}, { timeoutMs: 5 }),
      // @ts-expect-error a promise
      () => registry.callSync('later', { city: 'Oslo' }),
      // @ts-expect-error an async generator
      () => registry.callSync('watch', { count: 1 }),
    );
    expectType<'forecast' | 'count' | 'search' | 'sum' | 'remind' | 'version' | 'calculateTax'>()(
      'sum' as SyncToolName<Tools>,
    );
    expect(registry.has('forecast')).toBe(true);
  });

  it('know exactly the names with a prefix', () => {
    const prefixed = new ToolRegistry(weatherManifest)
      .registerFrom(new Weather(), { prefix: 'a_' })
      .registerFrom(new Weather(), { prefix: 'b_' });
    compileOnly(
      () => prefixed.call('a_forecast', { city: 'Oslo' }),
      // @ts-expect-error prefixes do not pile up
      () => prefixed.call('b_a_forecast', { city: 'Oslo' }),
      // @ts-expect-error no such prefix
      () => prefixed.call('c_forecast', { city: 'Oslo' }),
      // @ts-expect-error the city is missing
      () => prefixed.call('b_forecast', {}),
      // @ts-expect-error a promise
      () => prefixed.callSync('b_later', { city: 'Oslo' }),
    );
    expectType<string>()(prefixed.callSync('b_forecast', { city: 'Oslo' }));
    expect(prefixed.has('b_a_forecast')).toBe(false);
  });

  it('join several manifests', () => {
    const other = manifestOf<{ ping: { args: { n?: number }; returns: Promise<'pong'> } }>();
    const joined = new ToolRegistry(weatherManifest, other);
    compileOnly(
      async () => expectType<'pong'>()(await joined.call('ping')),
      () => joined.call('ping', { n: 1 }),
      () => joined.call('forecast', { city: 'Oslo' }),
      // @ts-expect-error not a number
      () => joined.call('ping', { n: '1' }),
      // @ts-expect-error in neither manifest
      () => joined.call('pong'),
    );
    expect(joined.listTools()).toEqual([]);
  });

  it('know tools that are registered at run time by their literal names', () => {
    const double = new FunctionTool({
      name: 'double',
      description: 'Doubles.',
      parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      fn: ({ n }: { n: number }) => n * 2,
    });
    const withDouble = new ToolRegistry(weatherManifest).register(double).register(double, { prefix: 'my_' });
    expectType<number>()(withDouble.callSync('double', { n: 2 }));
    expectType<number>()(withDouble.callSync('my_double', { n: 2 }));
    compileOnly(
      // @ts-expect-error not a number
      () => withDouble.call('double', { n: '2' }),
      // @ts-expect-error no such tool
      () => withDouble.call('triple', { n: 2 }),
    );
    expect(withDouble.callSync('my_double', { n: 2 })).toBe(4);
  });

  it('accept any name and any arguments if nothing is known', () => {
    const untyped: Manifest = weatherManifest;
    for (const loose of [new ToolRegistry(), new ToolRegistry(untyped)]) {
      compileOnly(
        () => loose.call('anything', { at: 'all' }),
        () => loose.callSync('anything'),
        () => loose.call('anything').then((result) => expectType<unknown>()(result)),
      );
      expect(loose.listTools()).toEqual([]);
    }
  });

  it('let an agent take any registry', async () => {
    const agents: ToolRegistry[] = [
      registry,
      new ToolRegistry(weatherManifest).registerFrom(new Weather(), { prefix: 'x_' }),
      new ToolRegistry(),
    ];
    const tools: Tool[] = [];
    for (const tool of tools) registry.register(tool);
    expect(agents.map((agent) => agent.listTools().length)).toEqual([9, 7, 0]);
    expect(await agents[0]?.execute('version', '{}')).toEqual({ result: '1 of Weather', error: null });
  });
});

type Tools = typeof registry extends ToolRegistry<infer Known> ? Known : never;
expectType<
  'forecast' | 'later' | 'watch' | 'count' | 'search' | 'sum' | 'remind' | 'version' | 'calculateTax'
>()('later' as ToolName<Tools>);
