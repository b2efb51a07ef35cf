// L2
import type { JsonSchema, Manifest, ObjectSchema, ToolAnnotations } from '@toolwright/contract';
import { ToolRegistry, tool } from '@toolwright/tools';
import { checkCall, checkTools } from '../index.js';

const pause = (): Promise<never> => new Promise(() => undefined);

class NotFound extends Error {
  override readonly name = 'NotFound';
}

class Shop {
  readonly changed: string[] = [];
  @tool sum(value: number): number {
    return value + 1;
  }
  @tool crash(value: number): number {
    return value > 17 ? (undefined as unknown as number[]).length : value;
  }
  @tool wrong(value: number): unknown {
    return value > 40 ? String(value) : value;
  }
  @tool hang(value: number): unknown {
    return value > 3 ? pause() : value;
  }
  @tool fail(value: number): number {
    if (value > 5) throw new NotFound(`No ${value}.`);
    return value;
  }
  @tool text(): never {
    throw 'only a text';
  }
  @tool buy(value: number): number {
    this.changed.push(String(value));
    return value;
  }
  @tool open(value: number): number {
    this.changed.push(String(value));
    return value;
  }
  @tool odd(): number {
    return 1;
  }
}

const NUMBER: JsonSchema = { type: 'integer', minimum: 0, maximum: 99 };
const READ_ONLY: ToolAnnotations = { readOnly: true };

function entry(
  name: string,
  annotations: ToolAnnotations,
  parameters: ObjectSchema['properties'],
  more = {},
) {
  const required = Object.keys(parameters);
  return {
    target: () => Shop,
    member: name,
    call: { parameters: required },
    spec: {
      name,
      description: '',
      parameters: { type: 'object' as const, properties: parameters, required, additionalProperties: false },
      output: { type: 'number' as const },
      annotations,
      ...more,
    },
  };
}

const VALUE = { value: NUMBER };
const manifest: Manifest = {
  version: 1,
  tools: [
    entry('sum', {}, VALUE, { proved: READ_ONLY }),
    entry('crash', READ_ONLY, VALUE),
    entry('wrong', READ_ONLY, VALUE),
    entry('hang', READ_ONLY, VALUE),
    entry('fail', READ_ONLY, VALUE),
    entry('text', READ_ONLY, {}),
    entry('buy', { destructive: true }, VALUE),
    entry('open', {}, VALUE),
    entry('odd', READ_ONLY, { value: { type: 'string', pattern: '(?=a)b' } }),
  ],
};

const create = (shop = new Shop()): ToolRegistry => new ToolRegistry(manifest).registerFrom(shop);

it('reports each kind of problem with the smallest call, and runs what is read-only alone', async () => {
  const shop = new Shop();
  const report = await checkTools(create(shop), { seed: 5, timeoutMs: 20 });
  expect(report.findings).toEqual([
    expect.objectContaining({
      tool: 'crash',
      kind: 'crash',
      arguments: { value: 18 },
      stack: expect.stringContaining('crash'),
    }),
    {
      tool: 'wrong',
      kind: 'wrong-result',
      arguments: { value: 41 },
      message: expect.stringContaining('number'),
    },
    { tool: 'hang', kind: 'hang', arguments: { value: 4 }, message: expect.stringContaining('20 ms') },
    expect.objectContaining({ tool: 'fail', kind: 'undeclared-error', arguments: { value: 6 } }),
    expect.objectContaining({ tool: 'text', kind: 'crash', arguments: {} }),
  ]);
  expect(report.checked).toEqual(['sum', 'crash', 'wrong', 'hang', 'fail', 'text']);
  expect(report.skipped).toEqual([
    { tool: 'buy', reason: "changes something: name it in 'only' to run it" },
    { tool: 'open', reason: "is neither marked nor proved read-only: name it in 'only' to run it" },
    { tool: 'odd', reason: expect.stringContaining("No arguments of 'odd' can be generated at value") },
  ]);
  expect(shop.changed).toEqual([]);
  expect(() => report.throwIfFailed()).toThrow(
    '\n  assert.equal(await checkCall(registry, "crash", {"value":18}), undefined); // crash\n',
  );
});

it('accepts declared errors, and calls named tools alone', async () => {
  const shop = new Shop();
  const report = await checkTools(create(shop), {
    only: ['fail', 'buy'],
    runs: 7,
    errors: { fail: ['NotFound'] },
  });
  expect(report.findings).toEqual([]);
  expect(report.checked).toEqual(['fail', 'buy']);
  expect(shop.changed).toHaveLength(7);
  report.throwIfFailed();
});

it('makes the same calls for the same seed', async () => {
  const calls = async (seed: number): Promise<readonly string[]> => {
    const shop = new Shop();
    await checkTools(create(shop), { only: ['buy'], seed });
    return shop.changed;
  };
  expect(await calls(3)).toEqual(await calls(3));
  expect(await calls(3)).not.toEqual(await calls(4));
});

it('skips tools whose context is missing, and passes a given one', async () => {
  const [, ...others] = manifest.tools;
  const tools = [entry('sum', READ_ONLY, VALUE, { needsContext: true }), ...others];
  const registry = new ToolRegistry({ version: 1, tools }).registerFrom(new Shop(), { only: ['sum'] });
  expect((await checkTools(registry)).skipped).toEqual([
    { tool: 'sum', reason: "takes a context: pass the option 'context'" },
  ]);
  expect((await checkTools(registry, { context: {} })).checked).toEqual(['sum']);
});

it('names an unknown tool', async () => {
  const registry = create();
  const unknown = { code: 'UNKNOWN_TOOL', message: expect.stringContaining("Tool 'sums' not found") };
  await expect(checkTools(registry, { only: ['sums'] })).rejects.toMatchObject(unknown);
  await expect(checkCall(registry, 'sums', {})).rejects.toMatchObject(unknown);
});

it.each<[object, string]>([
  [{ runs: 0 }, 'runs must be a whole number above 0, not 0.'],
  [{ runs: Number.NaN }, 'not NaN'],
  [{ runs: 1.5 }, 'not 1.5'],
  [{ seed: Number.NaN }, 'seed must be a whole number, not NaN.'],
  [{ timeoutMs: 0 }, 'timeoutMs must be above 0, not 0.'],
  [{ only: [] }, 'only must be a list of at least one tool.'],
  [{ runz: 5 }, "No option 'runz'. Possible: runs, seed, only, context, timeoutMs, errors."],
  [{ errors: { fail: 'NotFound' } }, 'errors must have a list of names'],
])('refuses %j, with which nothing would be checked as meant', async (options, message) => {
  const shop = new Shop();
  await expect(checkTools(create(shop), { only: ['buy'], ...options })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: expect.stringContaining(message),
  });
  expect(shop.changed).toEqual([]);
});

it('names an unknown tool in `errors`', async () => {
  await expect(checkTools(create(), { errors: { sums: ['NotFound'] } })).rejects.toMatchObject({
    code: 'UNKNOWN_TOOL',
  });
});
