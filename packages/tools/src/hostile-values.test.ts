import { FunctionTool, ToolRegistry } from './index.js';

const OPEN = { type: 'object', properties: { v: {} }, additionalProperties: false } as const;
const NESTED = {
  ...OPEN,
  properties: { v: { $ref: '#/$defs/Node' } },
  $defs: {
    Node: { type: 'object', properties: { n: { $ref: '#/$defs/Node' } }, additionalProperties: false },
  },
} as const;

function registryWith(
  fn: (args: { v?: unknown }) => unknown,
  parameters: typeof OPEN | typeof NESTED = OPEN,
) {
  return new ToolRegistry().register(new FunctionTool({ name: 'run', description: 'Runs.', parameters, fn }));
}

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

/** Built by a loop, because recursion would overflow the stack. */
function nested(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level += 1) value = { n: value };
  return value;
}

describe('unreadable arguments', () => {
  const throwing = {
    get n(): never {
      throw new Error('gone');
    },
  };
  const circular: { n?: unknown } = {};
  circular.n = circular;

  it.each<[string, unknown, RegExp]>([
    ['a getter that throws', { v: throwing }, /cannot be read: gone/],
    ['a revoked proxy', { v: revoked() }, /cannot be read: .*revoked/],
    ['a revoked proxy in place of them', revoked(), /cannot be read: .*revoked/],
    ['100,000 levels', { v: nested(100_000) }, /nested too deeply/],
    ['a circle', { v: circular }, /nested too deeply/],
  ])('are refused: %s', async (_, args, message) => {
    const registry = registryWith(() => 'ran', NESTED);
    const refused = { code: 'INVALID_ARGUMENTS', message: expect.stringMatching(message) };
    await expect(registry.call('run', args)).rejects.toMatchObject(refused);
    expect(() => registry.callSync('run', args)).toThrow(expect.objectContaining(refused));
    expect(registry.validate('run', args)).toMatchObject({
      ok: false,
      message: expect.stringMatching(message),
    });
    expect((await registry.execute('run', args)).error).toMatch(message);
  });

  it('are refused as text with 100,000 levels', async () => {
    const text = `{"v":${'{"n":'.repeat(100_000)}{}${'}'.repeat(100_000)}}`;
    expect((await registryWith(() => 'ran', NESTED).execute('run', text)).error).toMatch(/nested too deeply/);
    expect((await registryWith(() => 'ran').execute('run', text)).error).toMatch(/nested too deeply/);
  });
});

describe('execute', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['undefined', () => undefined, /^undefined$/],
    ['a revoked proxy', revoked, /cannot be shown/],
    [
      'an object whose parts throw',
      () => ({
        get message() {
          throw new Error('x');
        },
      }),
      /./,
    ],
    ['an error whose message is no text', () => Object.assign(new Error('x'), { message: { a: 1 } }), /./],
    ['a symbol', () => Symbol('x'), /Symbol\(x\)/],
  ])('returns an error message if a tool throws %s', async (_, thrown, text) => {
    const registry = registryWith(() => {
      throw thrown();
    });
    expect(await registry.execute('run', {})).toEqual({ result: null, error: expect.stringMatching(text) });
  });

  it.each<[string, () => unknown, RegExp]>([
    ['a revoked proxy', revoked, /revoked/],
    [
      'an object that never ends',
      () => ({
        get again() {
          return { ...Object.getOwnPropertyDescriptors(this), n: nested(600) };
        },
      }),
      /nested|cannot carry/,
    ],
    [
      'toJSON that throws nothing in particular',
      () => ({
        toJSON() {
          throw undefined;
        },
      }),
      /^undefined$/,
    ],
    ['a stream', () => new ReadableStream(), /ReadableStream/],
  ])('returns an error message if a tool returns %s', async (_, result, text) => {
    expect(await registryWith(result).execute('run', {})).toEqual({
      result: null,
      error: expect.stringMatching(text),
    });
  });
});

// The tool has run: told that it failed, a model would call it again.
it.each([
  ['100 MB of text', () => 'x'.repeat(100_000_000), /^x+\n/],
  ['a list of a billion holes', () => Object.assign([], { length: 1_000_000_000 }), /^\[null,null,/],
  [
    'a million records',
    () => Array.from({ length: 1_000_000 }, (_, id) => ({ id, at: new Date(0) })),
    /^\[\{"id":0,"at":"1970-01-01T00:00:00\.000Z"\},/,
  ],
])('keeps the beginning of what a tool returned: %s', async (_, result, text) => {
  const outcome = await registryWith(result).execute('run', {});
  expect(outcome).toEqual({ result: expect.stringMatching(text), error: null });
  expect(outcome.result).toMatch(/\(The result was truncated: .*\b3,999,800 (?:characters )?are kept\.\)$/);
});

it('tools may have names that every object inherits', async () => {
  const registry = new ToolRegistry();
  for (const name of ['then', 'constructor', 'toString', '__proto__']) {
    registry.register(new FunctionTool({ name, description: 'Runs.', parameters: OPEN, fn: () => name }));
    expect(await registry.execute(name, {})).toEqual({ result: name, error: null });
    expect(registry.callSync(name)).toBe(name);
  }
  expect(registry.has('hasOwnProperty')).toBe(false);
});
