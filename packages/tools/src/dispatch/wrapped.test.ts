import type { ToolContext } from '@toolwright/contract';
import { resource } from '../decorator/resource.js';
import { ToolRegistry } from '../index.js';
import { calculateTax, entry, manifestOf, Weather, weatherEntries } from '../weather.test.fixture.js';
import type { WrappedMember } from './wrapped.js';

/** A registry of `Weather` whose calls are noted with their arguments. */
function wrappedWeather(more: object = {}) {
  const calls: [string, unknown[]][] = [];
  const members: WrappedMember[] = [];
  const registry = new ToolRegistry(manifestOf(...weatherEntries)).registerFrom(new Weather(), {
    ...more,
    wrap: (method, member) => {
      members.push(member);
      return async (args) => {
        calls.push([member.name, args]);
        return method(...args);
      };
    },
  });
  return { registry: registry as ToolRegistry, calls, members };
}

// M6
describe('the option wrap of registerFrom', () => {
  it('runs around each call with the arguments that the method declares', async () => {
    const { registry, calls, members } = wrappedWeather({
      prefix: 'home_',
      only: ['forecast', 'remind', 'sum', 'search'],
    });
    expect(await registry.call('home_forecast', { city: 'Oslo' })).toBe('Oslo 1 C');
    expect(await registry.execute('home_forecast', '{"city":"Oslo","days":"3"}')).toEqual({
      result: 'Oslo 3 C',
      error: null,
    });
    expect(await registry.call('home_sum', { label: 'a', numbers: [1, 2] })).toBe('a 3');
    expect(await registry.call('home_search', { query: 'x' })).toEqual(['x', '10']);
    expect(await registry.call('home_remind', { text: 'tea' }, { callId: 'c1' })).toBe('kept');
    expect(calls).toEqual([
      ['home_forecast', ['Oslo', undefined]],
      ['home_forecast', ['Oslo', 3]],
      ['home_sum', ['a', 1, 2]],
      ['home_search', [{ query: 'x' }]],
      ['home_remind', [expect.objectContaining({ callId: 'c1' }), 'tea']],
    ]);
    expect(members).toContainEqual({
      kind: 'tool',
      name: 'home_remind',
      member: 'remind',
      target: expect.any(Weather),
      call: { parameters: [null, 'text'] },
    });
  });

  it('is not asked about arguments that validation refuses', async () => {
    const { registry, calls } = wrappedWeather();
    expect((await registry.execute('forecast', '{"town":"Oslo"}')).error).toMatch(/city is required/);
    expect(calls).toEqual([]);
  });

  it('makes every tool asynchronous, and callSync refuses it before anything runs', () => {
    const { registry, calls } = wrappedWeather();
    for (const options of [undefined, {}]) {
      const call = () => registry.callSync('forecast', { city: 'Oslo' }, options);
      expect(call).toThrow(expect.objectContaining({ code: 'ASYNC_TOOL' }));
    }
    expect(calls).toEqual([]);
  });

  it('streams the progress of generators', async () => {
    const { registry } = wrappedWeather();
    const progress: unknown[] = [];
    const options = { onProgress: (value: unknown) => progress.push(value) };
    expect(await registry.call('watch', { count: 2 }, options)).toBe('watched 2');
    expect(await registry.call('count', { upTo: 2 }, options)).toBe(2);
    expect(progress).toEqual([0, 1, 0, 1]);
    expect(registry.mayReportProgress('watch')).toBe(true);
  });

  it('takes anything else that the wrapper returns for a generator as the result', async () => {
    const registry = new ToolRegistry(manifestOf(...weatherEntries)).registerFrom(new Weather(), {
      wrap: () => () => 'nothing to watch',
    });
    expect(await registry.execute('watch', { count: 2 })).toEqual({
      result: 'nothing to watch',
      error: null,
    });
  });

  it('closes a generator whose call is aborted', async () => {
    const controller = new AbortController();
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    class Endless {
      async *watch(): AsyncGenerator<number> {
        try {
          for (let index = 0; ; index += 1) yield index;
        } finally {
          isClosed();
        }
      }
    }
    const manifest = manifestOf(entry('watch', () => Endless, { member: 'watch', parameters: [] }, {}));
    const registry = new ToolRegistry(manifest).registerFrom(new Endless(), {
      wrap: (method) => (args) => method(...args),
    });
    const onProgress = (): void => controller.abort();
    const outcome = await registry.execute('watch', {}, { signal: controller.signal, onProgress });
    expect(outcome.error).toMatch(/abort/i);
    await closed;
  });

  it('replaces arguments, results and errors', async () => {
    const registry = new ToolRegistry(manifestOf(...weatherEntries)).registerFrom(new Weather(), {
      wrap:
        (method, { name }) =>
        async (args) => {
          if (name === 'later') throw new Error('not today');
          return `<${String(await method('Rome', ...args.slice(1)))}>`;
        },
    });
    expect(await registry.call('forecast', { city: 'Oslo' })).toBe('<Rome 1 C>');
    expect(await registry.execute('later', { city: 'Oslo' })).toEqual({ result: null, error: 'not today' });
  });

  it('wraps the method that reads a resource', async () => {
    class Notes {
      @resource('note://{id}')
      note(id: number, context: ToolContext): string {
        return `${id} for ${String(context.app)}`;
      }
    }
    const parameters = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] } as const;
    const spec = { name: 'note', uri: 'note://{id}', description: 'A note.', annotations: {} };
    const manifest = {
      ...manifestOf(),
      resources: [
        {
          spec: { ...spec, parameters: { ...parameters, additionalProperties: false } },
          target: () => Notes,
          member: 'note',
          call: { parameters: ['id', null] },
        },
      ],
    };
    const seen: unknown[] = [];
    const registry = new ToolRegistry(manifest as never).registerFrom(new Notes(), {
      wrap:
        (method, { kind, name }) =>
        async (args) => {
          seen.push(kind, name, args[0]);
          return method(...args);
        },
    });
    const contents = await registry.readResource('note://7', { context: 'Ada' });
    expect(contents).toMatchObject([{ text: '7 for Ada' }]);
    expect(seen).toEqual(['resource', 'note://{id}', 7]);
  });

  it('refuses a wrapper that returns no function, and registers nothing', () => {
    const registry = new ToolRegistry(manifestOf(...weatherEntries));
    const register = () => registry.registerFrom(new Weather(), { wrap: (() => 1) as never });
    expect(register).toThrow("The option 'wrap' returned 1 for 'forecast'.");
    expect(registry.listTools()).toEqual([]);
  });

  it('is told apart from an object whose only tool is called wrap', () => {
    const registry: ToolRegistry = new ToolRegistry(manifestOf(...weatherEntries));
    registry.registerFrom(new Weather(), { wrap: calculateTax });
    expect(registry.has('calculateTax')).toBe(true);
  });
});
