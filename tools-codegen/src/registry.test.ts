import { fileURLToPath } from 'node:url';
import { isToolwrightError, type Manifest, type TypedSchema } from '@toolwright/contract';
import { ToolRegistry } from '@toolwright/tools';
import {
  BASE_CONFIG,
  createScratchProject,
} from '../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from './testing/generate-uncached.test.support.js';
import { typeCheck } from './testing/type-check.test.support.js';

const workspace = fileURLToPath(new URL('../..', import.meta.url));

/** The module that codegen wrote for a fixture, with the classes and functions of its source. */
async function load(
  name: string,
  ...files: string[]
): Promise<{ manifest: Manifest; sources: Record<string, unknown>[] }> {
  // A pattern: what may be imported is known when the tests are bundled.
  const source = (file: string) => import(`../fixtures/tools/valid/${name}/src/${file}.ts`);
  const { manifest } = await source('toolwright.gen');
  return { manifest, sources: await Promise.all(files.map((file) => source(file.replace(/\.ts$/, '')))) };
}

/** A class of a fixture, which is not part of this program. */
type AnyClass = new (...args: unknown[]) => object;

describe('a generated manifest at run time', () => {
  it('binds methods to their instance, with defaults and the context', async () => {
    const { manifest, sources } = await load('class-methods', 'weather.ts');
    const Weather = sources[0]?.Weather as AnyClass;
    const registry = new ToolRegistry(manifest).registerFrom(new Weather(7));
    expect(registry.listTools().map(({ name }) => name)).toEqual(['forecast', 'stations', 'forget_station']);
    expect(await registry.call('forecast', { city: 'Oslo', days: 3 })).toEqual({
      city: 'Oslo',
      celsius: [7, 7, 7],
    });
    expect(await registry.call('forecast', { city: 'Oslo' })).toEqual({ city: 'Oslo', celsius: [7] });
    expect(await registry.execute('forecast', '{"city":"Oslo","days":2}')).toEqual({
      result: null,
      error: expect.stringContaining('days'),
    });
  });

  it('binds functions, rest parameters and destructured objects', async () => {
    const { manifest, sources } = await load('parameters', 'tools.ts');
    const registry = new ToolRegistry(manifest);
    registry.registerFrom(sources[0] ?? {});
    expect(await registry.call('rest', { greeting: 'Hi ', names: ['Ada', 'Alan'] })).toBe('Hi Ada,Alan');
    expect(await registry.call('rest', { greeting: 'Hi' })).toBe('Hi');
    expect(await registry.call('restTuple', { label: 'n', point: [1, 2] })).toBe('n2');
    expect(await registry.call('restChoice', { range: [1] })).toBe(1);
    expect(await registry.call('destructured', { text: 'abcdef', limit: 4 })).toBe('ef');
    expect(await registry.call('destructuredOptional')).toBe('startundefined');
    expect(await registry.call('whole', { text: 'all of it' })).toBe('all of it');
    expect(await registry.call('contextFirst', { text: '!' })).toMatch(/.!$/);
    expect(await registry.call('hidden', { shown: 'a' })).toBe('a0');
    await expect(registry.call('hidden', { shown: 'a', internal: 1 })).rejects.toThrow('internal');
  });

  it('binds resources to their instance, with real objects for their variables', async () => {
    const { manifest, sources } = await load('resources', 'handbook.ts', 'functions.ts');
    const Handbook = sources[0]?.Handbook as AnyClass;
    const registry = new ToolRegistry(manifest).registerFrom(new Handbook());
    registry.registerFrom(sources[1] ?? {});
    registry.registerFrom(Handbook);
    expect(registry.listResources()).toHaveLength(8);
    expect(registry.listTools().map(({ name }) => name)).toEqual(['search']);
    const read = async (uri: string) => registry.readResource(uri, { context: { user: 'Ada' } });
    expect(await read('handbook://pages/by/a%20b/c/d')).toEqual([
      {
        uri: 'handbook://pages/by/a%20b/c/d',
        mimeType: 'application/json',
        text: '[{"slug":"a bc/d","at":"1970-01-01T00:00:00.010Z"}]',
      },
    ]);
    const bytes = Buffer.from([2026, 4, 1, 0, 3]).toString('base64');
    expect(await read('handbook://years/2026/paid/true/1970-01-01T00:00:00Z')).toEqual([
      {
        uri: 'handbook://years/2026/paid/true/1970-01-01T00:00:00Z',
        mimeType: 'application/octet-stream',
        blob: bytes,
      },
    ]);
    expect(await read('app://limits/2')).toMatchObject([{ text: '2' }]);
    expect(await read('app://logs/monday')).toMatchObject([{ mimeType: 'text/plain', text: 'monday' }]);
    await expect(read('app://limits/3')).rejects.toThrow('level must be one of 1, 2; got');
  });

  it('finds inherited and overriding methods, also of bases that are not exported', async () => {
    const { manifest, sources } = await load('inheritance', 'base.ts');
    const { UserStore, TagStore, AdminStore, LoudLogbook } = sources[0] as Record<string, AnyClass>;
    const specOf = (Class: AnyClass | undefined, tool: string) =>
      Class && new ToolRegistry(manifest).registerFrom(new Class()).get(tool)?.parameters.properties;
    expect(specOf(UserStore, 'find')?.like).toMatchObject({ type: 'object' });
    expect(specOf(AdminStore, 'find')?.like).toMatchObject({ type: 'object' });
    expect(specOf(AdminStore, 'count')).toEqual({});
    expect(specOf(TagStore, 'find')).toEqual({
      like: { type: 'string', description: 'What they resemble' },
      limit: { type: 'number', default: 5 },
      exact: { type: 'boolean' },
    });
    expect(specOf(TagStore, 'count')).toEqual({});
    expect(Object.keys(specOf(LoudLogbook, 'write') ?? {})).toEqual(['line', 'volume']);
  });

  it('binds static methods through their class', async () => {
    const { manifest, sources } = await load('statics', 'tools.ts');
    const { Clock, AtomicClock } = sources[0] as Record<string, AnyClass>;
    expect(await new ToolRegistry(manifest).registerFrom(Clock ?? {}).call('now')).toBe('UTC');
    expect(await new ToolRegistry(manifest).registerFrom(AtomicClock ?? {}).call('now', { digits: 1 })).toBe(
      'PS',
    );
  });

  it('passes real instances of classes with fromJSON to methods, and writes them with toJSON', async () => {
    const { manifest, sources } = await load('class-codecs', 'tools.ts', 'money.ts', 'play-money.ts');
    const { Shop } = sources[0] as Record<string, AnyClass>;
    const Money = sources[1]?.Money as { fromJSON(json: unknown): object };
    const Coins = sources[2]?.Money as { fromJSON(json: unknown): object };
    const shop = new (Shop as AnyClass)();
    const registry = new ToolRegistry(manifest).registerFrom(shop);
    const price = { cents: '100', currency: 'EUR' };
    const sold = await registry.execute('sell', {
      price,
      extras: { tea: { cents: '5', currency: 'EUR' } },
      discount: '10 %',
      by: ['Ada', 3],
    });
    expect(sold).toEqual({ result: { cents: '105', currency: 'EUR' }, error: null });
    const [sale] = Object(shop).sales;
    expect(sale.price).toBeInstanceOf(Money);
    expect(sale.extras.get('tea')).toBeInstanceOf(Money);
    expect(sale.discount.of(50)).toBe(5);
    expect(sale.by).toEqual(['Ada', Coins.fromJSON(3)]);
    expect(await registry.execute('receipt', {})).toEqual({ result: { lines: { tea: 3 } }, error: null });

    const real = Money.fromJSON({ cents: 1n, currency: 'EUR' });
    expect(registry.callSync('sell', { price: real })).toBe(real);
    const invoice = { total: real, parts: [real], discount: null };
    expect(await registry.call('pay', invoice)).toBe(invoice);
  });

  it('tells the model the error of fromJSON, with its place', async () => {
    const { manifest, sources } = await load('class-codecs', 'tools.ts');
    const Shop = sources[0]?.Shop as AnyClass;
    const registry = new ToolRegistry(manifest).registerFrom(new Shop());
    const euro = { cents: '100', currency: 'EUR' };
    const bad = { cents: '100', currency: 'euro' };
    expect(await registry.execute('pay', { total: euro, parts: [euro, bad], discount: null })).toEqual({
      result: null,
      error: expect.stringContaining(
        'parts[1] must be a valid Money (euro is not a currency); got an object.',
      ),
    });
    await expect(
      registry.call('pay', { total: { cents: 1n, currency: 'EUR' }, discount: null }),
    ).rejects.toThrow('total must be a Money; got an object.');
  });

  it('reads classes in structured output', async () => {
    const { sources } = await load('class-codecs', 'toolwright.gen.ts', 'money.ts', 'percent.ts');
    const InvoiceSchema = sources[0]?.InvoiceSchema as TypedSchema<{
      total: { plus(other: unknown): unknown };
    }>;
    const euro = { cents: '100', currency: 'EUR' };
    const read = InvoiceSchema['~standard'].validate({ total: euro, discount: '5 %' });
    if (read instanceof Promise || read.issues) throw new Error('The value was refused.');
    expect(read.value.total).toBeInstanceOf(sources[1]?.Money);
    expect(
      JSON.parse(
        JSON.stringify(read.value.total, (_, each) => (typeof each === 'bigint' ? String(each) : each)),
      ),
    ).toEqual(euro);
    expect(InvoiceSchema['~standard'].validate({ total: { ...euro, currency: '' }, discount: null })).toEqual(
      {
        issues: [
          { path: ['total'], message: 'total must be a valid Money ( is not a currency); got an object.' },
        ],
      },
    );
  });

  it('accepts built-in objects as JSON and as objects, and returns them in the same form', async () => {
    const { manifest, sources } = await load('codecs', 'calendar.ts');
    const { Calendar, search } = sources[0] as { Calendar: AnyClass; search: () => unknown };
    const calendar = new Calendar();
    const registry = new ToolRegistry(manifest).registerFrom(calendar).register(search);
    const inner = { at: '2024-05-07T00:00:00.000Z', guests: {} };
    const visit = { at: '2024-05-06T07:08:09.000Z', guests: { ada: '12345678901234567890' }, next: [inner] };
    const args = { visit: { ...visit, link: 'https://example.com/' }, days: '2', day: '2024-05-10' };
    const json = await registry.execute('move', JSON.stringify(args));
    expect(json).toEqual({
      error: null,
      result: { ...args.visit, at: '2024-05-08T07:08:09.000Z', day: '2024-05-10T00:00:00.000Z' },
    });
    expect(Object(calendar).visits).toEqual([
      {
        at: new Date('2024-05-06T07:08:09Z'),
        guests: new Map([['ada', 12345678901234567890n]]),
        link: new URL('https://example.com'),
        next: [{ at: new Date('2024-05-07'), guests: new Map() }],
      },
    ]);
    const moved = await registry.call('move', {
      visit: { at: new Date(0), guests: new Map() },
      days: 1n,
      skip: new Set([new Date(1)]),
    });
    expect(moved).toEqual({ at: new Date(2 * 86_400_000), guests: new Map(), day: undefined });
    expect(await registry.execute('when', { moment: '2024-05-06T07:08:09Z' })).toEqual({
      result: '2024-05-06T07:08:09.000Z',
      error: null,
    });
    expect(await registry.execute('when', { moment: { kind: 'day', day: '2024-05-06T07:08:09Z' } })).toEqual({
      result: '2024-05-06T07:08:09.000Z',
      error: null,
    });
    expect(await registry.call('when', { moment: { kind: 'name', day: 'monday' } })).toBe('MONDAY');
    expect(await registry.call('when', { moment: null })).toBe('never');
    const file = Buffer.from('find me').toString('base64');
    expect(await registry.execute('search', { pattern: '[m]e', file })).toEqual({
      result: [[5, Buffer.from('me').toString('base64')]],
      error: null,
    });
    expect(await registry.call('search', { pattern: /x/, file: new Uint8Array() })).toEqual(new Map());
  });

  it('describes the JSON form of a built-in object in error messages', async () => {
    const { manifest, sources } = await load('codecs', 'calendar.ts');
    const Calendar = sources[0]?.Calendar as AnyClass;
    const registry = new ToolRegistry(manifest).registerFrom(new Calendar());
    const visit = { at: '2024-05-06T07:08:09Z', guests: {} };
    const { error } = await registry.execute('move', { visit: { ...visit, at: 'soon' }, days: '1' });
    expect(error).toContain('visit.at');
    expect((await registry.execute('move', { visit, days: '1.5' })).error).toContain('days');
    const late = await registry.execute('move', { visit, days: '1', day: '2024-05-06T07:08:09Z' });
    expect(late.error).toContain('day');
  });

  it('exports a typed schema for each type with @schema', async () => {
    const { sources } = await load('schemas', 'toolwright.gen.ts');
    const { PersonSchema, AnswerSchema } = sources[0] as Record<string, TypedSchema<unknown>>;
    const friend = { name: 'Alan', born: '1912-06-23T00:00:00Z', friends: [], mood: 'bad' };
    const person = { ...friend, name: 'Ada', age: 36, friends: [friend] };
    const born = new Date(friend.born);
    expect(PersonSchema?.['~standard'].validate(person)).toEqual({
      value: { ...person, born, friends: [{ ...friend, born }] },
    });
    const wrong = await PersonSchema?.['~standard'].validate({ ...person, mood: 'so so' });
    expect(wrong?.issues?.map((issue) => issue.path)).toEqual([['mood']]);
    expect(PersonSchema?.schema.description).toBe('What is known of a person.');
    expect(AnswerSchema?.name).toBe('Answer');
  });

  it('explains how to generate a schema for a class that is not in the manifest', async () => {
    const { sources } = await load('class-methods', 'weather.ts');
    const Weather = sources[0]?.Weather as AnyClass;
    const { manifest } = await load('functions');
    let thrown: unknown;
    try {
      new ToolRegistry(manifest).registerFrom(new Weather(1));
    } catch (error) {
      thrown = error;
    }
    expect(isToolwrightError(thrown) && thrown.code).toBe('NO_SCHEMA');
  });
});

describe('a generated manifest at compile time', () => {
  const config = JSON.stringify({
    extends: BASE_CONFIG,
    compilerOptions: {
      skipLibCheck: true,
      experimentalDecorators: false,
      paths: {
        toolwright: [`${workspace}packages/tools/src/index.ts`],
        '@toolwright/contract': [`${workspace}packages/contract/src/index.ts`],
        '@toolwright/json': [`${workspace}packages/json/src/index.ts`],
        '@toolwright/json-schema': [`${workspace}packages/json-schema/src/index.ts`],
      },
    },
    include: ['src'],
  });
  const source = `import { tool, type ToolContext } from 'toolwright';

export class Weather {
  /** Forecast. */
  @tool async forecast(city: string, days: 1 | 3 | 7 = 1, context?: ToolContext): Promise<{ rain: boolean }> {
    return { rain: city.length > days && context !== undefined };
  }
  /** Static. */
  @tool static zone(city: string | null): string {
    return String(city);
  }
  /** Stream. */
  @tool async *watch(city: string): AsyncGenerator<number, boolean> {
    yield city.length;
    return true;
  }
  /** Overloaded. */
  format(value: number): number;
  format(value: string, width?: number): string;
  @tool format(value: number | string): number | string {
    return value;
  }
  /** Rest. */
  @tool join(separator: string, ...parts: number[]): string {
    return parts.join(separator);
  }
  /** Point. */
  @tool point(label?: string, ...point: [x?: number, y?: number]): string {
    return String(label) + point.length;
  }
}

abstract class Store<Item> {
  /** Finds. */
  @tool find(item: Item): Item[] {
    return [item];
  }
}
export class Users extends Store<{ name: string }> {}

export class Box<Value> {
  /** Peeks. */
  @tool peek(depth: number): Value | undefined {
    return depth > 0 ? undefined : undefined;
  }
}

/** Adds. */
export const add = tool((a: number, b = 1): number => a + b);
/** Whole. */
export const whole = tool((query: { text: string; limit?: number }): string => query.text);
/** None. */
export const none = tool((): void => {});
`;
  const accepted = [
    `const a: Promise<{ rain: boolean }> = registry.call('forecast', { city: 'Oslo' });`,
    `const a: Promise<{ rain: boolean }> = registry.call('forecast', { city: 'Oslo', days: 3 });`,
    `const a: Promise<string> = registry.call('zone', { city: null });`,
    `const a: Promise<boolean> = registry.call('watch', { city: 'Oslo' });`,
    `const a: Promise<string> = registry.call('format', { value: 'x', width: 3 });`,
    `const a: Promise<string> = registry.call('join', { separator: ',', parts: [1, 2] });`,
    `const a: Promise<string> = registry.call('join', { separator: ',' });`,
    `const a: Promise<string> = registry.call('point', { label: 'p', point: [1, 2] });`,
    `const a: Promise<{ name: string }[]> = registry.call('find', { name: 'Ada' });`,
    `const a: Promise<unknown> = registry.call('peek', { depth: 1 });`,
    `const a: number = registry.callSync('add', { a: 1 });`,
    `const a: string = registry.callSync('whole', { text: 'x' });`,
    `const a: Promise<void> = registry.call('none');`,
    `const a: Promise<void> = registry.call('none', {});`,
  ];
  const refused = [
    `registry.call('forcast', { city: 'Oslo' });`,
    `registry.call('forecast', {});`,
    `registry.call('forecast');`,
    `registry.call('forecast', { town: 'Oslo' });`,
    `registry.call('forecast', { city: 1 });`,
    `registry.call('forecast', { city: 'Oslo', days: 2 });`,
    `registry.call('forecast', { city: 'Oslo', context: undefined });`,
    `const a: Promise<string> = registry.call('forecast', { city: 'Oslo' });`,
    `registry.call('zone', { city: undefined });`,
    `const a: Promise<number> = registry.call('watch', { city: 'Oslo' });`,
    `registry.call('format', { value: 1 });`,
    `registry.call('join', { separator: ',', parts: ['a'] });`,
    `registry.call('join', { separator: ',', parts: 1 });`,
    `registry.call('point', { point: [1, 2, 3] });`,
    `registry.call('find', { name: 1 });`,
    `registry.call('peek', { depth: 'one' });`,
    `registry.callSync('forecast', { city: 'Oslo' });`,
    `registry.call('whole', { query: { text: 'x' } });`,
    `registry.call('none', { extra: 1 });`,
  ];
  const prelude = `import { ToolRegistry } from 'toolwright';\nimport { manifest } from './toolwright.gen.js';\nconst registry = new ToolRegistry(manifest);\n`;

  it('accepts correct calls, and refuses wrong names, types and results', () => {
    const { dir } = createScratchProject({
      'tsconfig.json': config,
      'src/weather.ts': source,
      'package.json': '{ "type": "module" }',
    });
    const result = generateUncached({ cwd: dir });
    expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const texts = new Map([[result.outFile, result.output]]);
    for (const [index, line] of [...accepted, ...refused].entries()) {
      texts.set(`${dir}/src/call-${index}.ts`, `${prelude}${line}\nexport {};\n`);
    }
    const errors = typeCheck(dir, texts);
    const failing = new Set(errors.map((error) => error.slice(0, error.indexOf('('))));
    const isFailing = (index: number) => failing.has(`call-${index}.ts`);
    expect(errors.filter((error) => error.startsWith('toolwright.gen.ts'))).toEqual([]);
    expect(accepted.filter((_, index) => isFailing(index))).toEqual([]);
    expect(refused.filter((_, index) => !isFailing(accepted.length + index))).toEqual([]);
  });
});
