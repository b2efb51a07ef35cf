import type { ToolContext } from '@toolwright/contract';
import { ToolRegistry } from '../index.js';
import { entry, manifestOf } from '../weather.test.fixture.js';
import { code, registryOf, sleep } from './run-tool.test.fixture.js';

// A7
describe('a tool that fails', () => {
  it.each<[string, () => unknown, string]>([
    [
      'throws an error',
      () => {
        throw new Error('boom');
      },
      'boom',
    ],
    [
      'throws a text',
      () => {
        throw 'plain text';
      },
      'plain text',
    ],
    [
      'throws nothing',
      () => {
        throw undefined;
      },
      'undefined',
    ],
    ['rejects', () => Promise.reject(new Error('later boom')), 'later boom'],
    ['gives a promise of a function', async () => () => 1, 'result is a function, which JSON cannot carry.'],
    [
      'gives a thenable that throws',
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: a thenable is what this is about
        then() {
          throw new Error('bad then');
        },
      }),
      'bad then',
    ],
    [
      'yields and throws',
      function* () {
        yield 1;
        throw new Error('mid stream');
      },
      'mid stream',
    ],
    [
      'yields, waits and throws',
      async function* () {
        yield 1;
        throw new Error('mid async');
      },
      'mid async',
    ],
  ])('is answered with its message if it %s', async (_, work, message) => {
    expect(await registryOf(work).execute('work', {})).toEqual({ result: null, error: message });
  });

  it('rejects a direct call with its own error', async () => {
    const error = new Error('boom');
    const registry = registryOf(() => {
      throw error;
    });
    await expect(registry.call('work')).rejects.toBe(error);
    expect(() => registry.callSync('work')).toThrow(error);
  });

  it.each<[string, unknown, unknown]>([
    ['undefined', undefined, null],
    ['null', null, null],
    ['false', false, false],
    ['an empty text', '', ''],
  ])('does not include one that returns %s', async (_, result, json) => {
    expect(await registryOf(() => result).execute('work', {})).toEqual({ result: json, error: null });
  });
});

describe('the context', () => {
  it('can be destructured', async () => {
    const seen: unknown[] = [];
    const registry = registryOf(({ log, progress, state, signal, callId, toolName }) => {
      log('text', { a: 1 });
      progress(0.5);
      return [state.size, signal.aborted, callId, toolName];
    });
    const outcome = await registry.execute(
      'work',
      {},
      {
        callId: 'c1',
        onLog: (...entry) => seen.push(entry),
        onProgress: (value) => seen.push(value),
      },
    );
    expect(outcome.result).toEqual([0, false, 'c1', 'work']);
    expect(seen).toEqual([['text', { a: 1 }], 0.5]);
  });

  it('has its own members for each call', async () => {
    const contexts: ToolContext[] = [];
    const registry = registryOf((context) => {
      contexts.push(context);
      context.state.set('x', 1);
    });
    await Promise.all([registry.call('work'), registry.call('work')]);
    const [one, other] = contexts;
    expect(one?.state).not.toBe(other?.state);
    expect(one?.callId).toMatch(/^call_/);
    expect(one?.callId).toBe(one?.callId);
    expect(one?.callId).not.toBe(other?.callId);
  });

  it('reports nothing after the call was answered', async () => {
    const seen: unknown[] = [];
    let context: ToolContext | undefined;
    const registry = registryOf((given) => {
      context = given;
    });
    await registry.call(
      'work',
      {},
      { onLog: (text) => seen.push(text), onProgress: (value) => seen.push(value) },
    );
    context?.log('late');
    context?.progress('late');
    expect(seen).toEqual([]);
  });

  it('has the caller’s own signal if nothing else can end the call', async () => {
    const { signal } = new AbortController();
    let seen: AbortSignal | undefined;
    const registry = registryOf((context) => {
      seen = context.signal;
    });
    await registry.call('work', {}, { signal });
    expect(seen).toBe(signal);
  });
});

describe('callSync', () => {
  it('does not start a tool that is declared async', () => {
    let runs = 0;
    const registry = registryOf(() => 1);
    const fn = async () => {
      runs += 1;
    };
    const both = new ToolRegistry(manifestOf(entry('later', () => fn, { parameters: [] }, {}))).register(fn);
    expect(() => both.callSync('later')).toThrow(code('ASYNC_TOOL'));
    expect(runs).toBe(0);
    expect(registry.callSync('work')).toBe(1);
  });

  it('refuses an unexpected promise, and handles its rejection', async () => {
    const registry = registryOf(() => Promise.reject(new Error('nobody waits for this')));
    expect(() => registry.callSync('work')).toThrow(code('ASYNC_TOOL'));
    await sleep(1);
  });

  it('detects that a tool was replaced or removed', () => {
    const one = () => 1;
    const two = () => 2;
    const registry = new ToolRegistry(
      manifestOf(
        entry('n', () => one, { parameters: [] }, {}),
        entry('n', () => two, { parameters: [] }, {}),
      ),
    ).register(one);
    expect(registry.callSync('n', {})).toBe(1);
    registry.unregister('n');
    expect(() => registry.callSync('n', {})).toThrow(code('UNKNOWN_TOOL'));
    registry.register(two);
    expect(registry.callSync('n', {})).toBe(2);
  });
});
