import { FunctionTool, ToolRegistry } from '../../index.js';
import { calculateTax, entry, manifestOf, Weather, weatherEntries } from '../../weather.test.fixture.js';
import { SchemaCompiler } from './schema-compiler.js';

/** The number of schemas that are compiled during the work. */
async function compiledBy(work: () => Promise<unknown>): Promise<number> {
  const { compile } = SchemaCompiler.prototype;
  let count = 0;
  SchemaCompiler.prototype.compile = function (schema) {
    count += 1;
    return compile.call(this, schema);
  };
  try {
    await work();
  } finally {
    SchemaCompiler.prototype.compile = compile;
  }
  return count;
}

const EVERYTHING = { city: 'Oslo', count: 0, upTo: 0, query: 'x', label: 'x', text: 'x', amount: 1 };

describe('registries of one manifest', () => {
  const manifest = manifestOf(...weatherEntries.map((one) => ({ ...one })));

  async function callAll(prefix = ''): Promise<void> {
    const registry = new ToolRegistry(manifest)
      .registerFrom(new Weather(), { prefix })
      .register(calculateTax, { prefix });
    for (const { name, parameters } of registry.listTools()) {
      const args = Object.entries(EVERYTHING).filter(([key]) => key in parameters.properties);
      const outcome = await registry.execute(name, Object.fromEntries(args));
      expect(outcome.error).toBeNull();
      expect((await registry.execute(name, { ...Object.fromEntries(args), more: 1 })).error).toContain(
        `Invalid arguments for '${name}'`,
      );
    }
  }

  it('compile each schema once, whatever prefix the tools get', async () => {
    expect(await compiledBy(() => callAll())).toBe(8);
    expect(await compiledBy(() => callAll())).toBe(0);
    expect(await compiledBy(() => callAll('my_'))).toBe(0);
  });

  it('use the registered name of the tool if its schema cannot be compiled', async () => {
    const broken = entry(
      'calculateTax',
      () => calculateTax,
      { parameters: ['amount', 'rate'] },
      {
        amount: { type: 'nothing' as never },
      },
    );
    for (const prefix of ['a_', 'b_']) {
      const registry = new ToolRegistry(manifestOf(broken)).register(calculateTax, { prefix });
      expect((await registry.execute(`${prefix}calculateTax`, {})).error).toContain(
        `'${prefix}calculateTax'`,
      );
    }
  });

  it('use the validators that the entries contain', async () => {
    const tax = entry('calculateTax', () => calculateTax, { parameters: ['amount', 'rate'] }, {});
    const own = (amount: number) =>
      manifestOf({
        ...tax,
        validate: (args: unknown) => JSON.stringify(args) === `{"amount":${amount}}`,
      });
    const call = (amount: number) =>
      new ToolRegistry(own(amount)).register(calculateTax).execute('calculateTax', { amount: 1 });
    expect([(await call(1)).error, (await call(2)).error]).toEqual([null, expect.any(String)]);
  });
});

describe('registries with one hand-written tool', () => {
  it('compile its schema once, and again after it has changed', async () => {
    const properties: Record<string, object> = { n: { type: 'number' } };
    const double = new FunctionTool({
      name: 'double',
      description: 'Doubles.',
      parameters: { type: 'object', properties, required: ['n'], additionalProperties: false },
      fn: ({ n }: { n: number }) => n * 2,
    });
    const call = (args: object) => new ToolRegistry().register(double).execute('double', args);
    expect(await compiledBy(() => call({ n: 1 }))).toBe(1);
    expect(await compiledBy(() => call({ n: 1 }))).toBe(0);
    expect((await call({ n: 1, times: 2 })).error).toContain('times');
    properties.times = { type: 'number' };
    expect(await call({ n: 1, times: 2 })).toEqual({ result: 2, error: null });
  });
});
