import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform as swc } from '@swc/core';
import { build, type Plugin, transform } from 'esbuild';
import ts from 'typescript';
import { ToolRegistry } from '../index.js';
import { entry, manifestOf } from '../weather.test.fixture.js';
import { staleParameters } from './stale-parameters.js';

/** A class with tools of every shape, as its author wrote it. */
const SOURCE = `
const place = 'Oslo';
const logged = (method: any, context: any): any => function (this: any, ...given: unknown[]) { return method.apply(this, given); };
const marked = (method: any, context: any): any => undefined;
export class Weather {
  @marked async forecast(city: string, days = [1, 3].length, ...others: string[]) { return [place, city, days, others]; }
  @marked search({ query, limit = 10 }: { query: string; limit?: number }) { return [query, limit]; }
  @marked async *watch(city: string, context: unknown, until?: Date) { yield [city, context, until]; }
  @marked private place(place: string, weather: string) { return [place, weather]; }
  @marked sum(label: string, ...numbers: number[]) { return [label, numbers]; }
  @marked unused(first: string, second: string) { return 1; }
  @logged wrapped(city: string, country: string) { return [city, country]; }
  @marked static version(major: number, minor = 0) { return [major, minor]; }
}
export const convert = async (amount: number, { to }: { to: string } = { to: 'EUR' }, rounded = true) => [amount, to, rounded];
export function total(prices: number[], currency: string) { return [prices, currency]; }
`;

/** The parameters at the time of codegen, by tool. */
const SEEN = {
  forecast: { parameters: ['city', 'days', 'others'], rest: true },
  search: { parameters: ['arguments'], whole: true },
  watch: { parameters: ['city', null, 'until'] },
  place: { parameters: ['place', 'weather'] },
  sum: { parameters: ['label', 'numbers'], rest: true },
  unused: { parameters: ['first', 'second'] },
  wrapped: { parameters: ['city', 'country'] },
} as const;

type Compiled = Record<'Weather' | 'convert' | 'total', unknown>;

let folder = '';
/** What compiled decorators use of reflect-metadata, if another suite has loaded it: types of parameters are not the subject here. */
const USED = ['metadata', 'decorate'] as const;
const loaded = USED.map((name) => [name, Object.getOwnPropertyDescriptor(Reflect, name)] as const);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolwright-parameters-'));
  for (const name of USED) Reflect.deleteProperty(Reflect, name);
});
afterAll(() => {
  for (const [name, was] of loaded) if (was !== undefined) Object.defineProperty(Reflect, name, was);
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
/** Loads a module as Node sees it, not as Jest transforms it. */
async function load(code: string): Promise<Compiled> {
  files += 1;
  const file = join(folder, `compiled-${files}.mjs`);
  writeFileSync(file, code);
  return (await import(pathToFileURL(file).href)) as Compiled;
}

function register({ Weather, convert, total }: Compiled): void {
  const Class = Weather as new () => object;
  const target = () => Class;
  const methods = Object.entries(SEEN).map(([member, call]) =>
    entry(member, target, { member, ...call }, {}),
  );
  const version = entry(
    'version',
    target,
    { member: 'version', static: true, parameters: ['major', 'minor'] },
    {},
  );
  const functions = [
    entry('convert', () => convert, { parameters: ['amount', null, 'rounded'] }, {}),
    entry('total', () => total, { parameters: ['prices', 'currency'] }, {}),
  ];
  new ToolRegistry(manifestOf(...methods, version, ...functions))
    .registerFrom(new Class())
    .registerFrom(Class)
    .register(convert as () => unknown)
    .register(total as () => unknown);
}

const { ES5, ES2015, ES2017, ES2022 } = ts.ScriptTarget;

function tsc(code: string, options: ts.CompilerOptions): string {
  return ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.ESNext, ...options } })
    .outputText;
}

const COMPILERS: [string, (code: string) => string | Promise<string>][] = [
  ...[ES5, ES2015, ES2017, ES2022].flatMap((target): (typeof COMPILERS)[number][] => [
    [`tsc to ${ts.ScriptTarget[target]}`, (code) => tsc(code, { target })],
    [
      `tsc to ${ts.ScriptTarget[target]} with legacy decorators`,
      (code) => tsc(code, { target, experimentalDecorators: true, emitDecoratorMetadata: true }),
    ],
  ]),
  ...['es2015', 'es2022', 'esnext'].flatMap((target): (typeof COMPILERS)[number][] =>
    [{}, { keepNames: true }, { minify: true }, { minify: true, keepNames: true }].map((options) => [
      `esbuild to ${target} ${JSON.stringify(options)}`,
      async (code) => {
        const supported = { decorators: false };
        return (await transform(code, { loader: 'ts', target, supported, ...options })).code;
      },
    ]),
  ),
];

COMPILERS.push(
  ...(['es5', 'es2015', 'es2022'] as const).flatMap((target): typeof COMPILERS =>
    [false, true].map((minify) => [
      `swc to ${target}${minify ? ', minified' : ''}`,
      async (code) => {
        const parser = { syntax: 'typescript', decorators: true } as const;
        const minified = minify ? { minify: { compress: true, mangle: true } } : {};
        const jsc = { target, parser, transform: { decoratorVersion: '2022-03' as const }, ...minified };
        return (await swc(code, { module: { type: 'es6' }, minify, jsc, configFile: false })).code;
      },
    ]),
  ),
  [
    'esbuild into a bundle where the names are taken',
    async (code) => {
      const others = 'export const city = 1, first = 2, second = 3, prices = 4, currency = 5;';
      const contents = `${others}\nexport * from 'weather';`;
      const plugin: Plugin = {
        name: 'weather',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^weather$/ }, ({ path }) => ({ path, namespace: 'weather' }));
          onLoad({ filter: /./, namespace: 'weather' }, () => ({ contents: code, loader: 'ts' }));
        },
      };
      const { outputFiles } = await build({
        stdin: { contents, loader: 'ts' },
        bundle: true,
        write: false,
        format: 'esm',
        target: 'es2022',
        plugins: [plugin],
      });
      return outputFiles[0]?.text ?? '';
    },
  ],
);

/** Edits of the source after codegen. */
const EDITS = {
  'a parameter before the others': ['unused(first: string', 'unused(zeroth: string, first: string'],
  'two that changed places': ['unused(first: string, second: string', 'unused(second: string, first: string'],
  'another one in its place': ['unused(first: string, second: string', 'unused(first: string, third: string'],
  'an optional one more': [
    'unused(first: string, second: string',
    'unused(first: string, second: string, third = 1',
  ],
  'a parameter before those of a function': ['total(prices', 'total(customer: string, prices'],
} as const;

describe('parameters after compilation', () => {
  it.each(COMPILERS)('do not look stale: %s', async (_, compile) => {
    const compiled = await load(await compile(SOURCE));
    expect(() => register(compiled)).not.toThrow();
  });

  it.each(COMPILERS)('reveal a stale manifest: %s', async (name, compile) => {
    const missed: string[] = [];
    for (const [what, [from, to]] of Object.entries(EDITS)) {
      const compiled = await load(await compile(SOURCE.replace(from, to)));
      try {
        register(compiled);
        missed.push(what);
      } catch (error) {
        expect(error).toMatchObject({ code: 'STALE_MANIFEST', message: expect.stringMatching(MESSAGE) });
      }
    }
    expect(missed).toEqual(missedBy(name));
  });
});

const MESSAGE =
  /^The manifest is stale: (Weather\d?\.unused takes \(.*\), but the manifest says \(first, second\)|total takes \(customer, prices2?, currency2?\), but the manifest says \(prices, currency\))\. Run `npx toolwright codegen`\.$/;

/** Names from minifiers prove nothing, and in ES5 a method looks like any function, perhaps like a wrapper. */
function missedBy(compiler: string): string[] {
  const [added, , replaced, optional] = Object.keys(EDITS);
  if (/minif/.test(compiler))
    return Object.keys(EDITS).filter((what) => what !== added || /es5/.test(compiler));
  // swc moves initializers into bodies that read `arguments`.
  if (/swc to es5/.test(compiler)) return [replaced, optional].map(String);
  return /es5/i.test(compiler) ? [String(replaced)] : [];
}

/** A method as tsx compiles it. */
function byTsx(source: string): (...args: never[]) => unknown {
  writeFileSync(join(folder, 'weather.ts'), `${source}\nconsole.log(String(Weather.prototype.unused));`);
  const args = ['--import', import.meta.resolve('tsx'), join(folder, 'weather.ts')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 240_000,
  });
  if (status !== 0) throw new Error(stderr);
  return new Function(`return ({ ${stdout} }).unused;`)();
}

it('parameters compiled by tsx reveal a stale manifest', () => {
  const call = SEEN.unused;
  expect(staleParameters(byTsx(SOURCE), call, true)).toBeUndefined();
  const stale = { code: '(second, first)', manifest: '(first, second)' };
  const [from, to] = EDITS['two that changed places'];
  expect(staleParameters(byTsx(SOURCE.replace(from, to)), call, true)).toEqual(stale);
});

describe('staleParameters', () => {
  const city = { parameters: ['city'] } as const;

  it('ignores functions that only pass arguments on', () => {
    const method = (value: string): string => value;
    const wrappers: ((...args: never[]) => unknown)[] = [
      (...given) => method(...(given as unknown as [string])),
      (value: string, _next: unknown, _third: unknown) => method(value),
      method.bind(undefined),
      // Mocks of Jest look like this.
      new Function('fn', 'return function mockConstructor() { return fn.apply(this, arguments); }')(method),
      new Proxy(method, {}),
      { city: (...given: [string]) => method(...given) }.city,
    ];
    for (const wrapper of wrappers) expect(staleParameters(wrapper, city, true)).toBeUndefined();
  });

  it('ignores a method that overrides the one in the manifest, and the implementation of an overload', () => {
    const { find } = { find(_town: string, _country: string) {} };
    expect(staleParameters(find, city, false)).toBeUndefined();
    expect(staleParameters(find, { ...city, declared: true }, true)).toBeUndefined();
    expect(staleParameters(find, city, true)).toEqual({ code: '(_town, _country)', manifest: '(city)' });
  });

  it('ignores names of one to three letters, which minifiers generate', () => {
    const { swap } = {
      swap(key: string, url: string) {
        return [key, url];
      },
    };
    expect(staleParameters(swap, { parameters: ['url', 'port'] }, true)).toBeUndefined();
    const { add } = { add: (x: number, y: number) => x + y };
    expect(staleParameters(add, { parameters: ['y', 'x'] }, true)).toBeUndefined();
  });

  it.each([
    ['(lon, lat)', ['lat', 'lon']],
    ['(to, id)', ['id', 'to']],
  ])('detects short names that changed places: %s', (code, parameters) => {
    const find = new Function(`return ({ find${code} {} }).find`)();
    expect(staleParameters(find, { parameters }, true)).toEqual({
      code,
      manifest: `(${parameters.join(', ')})`,
    });
  });

  it('detects names of one letter that changed places in code that has its spaces', () => {
    const find = (code: string): (() => unknown) => new Function(`return ({ ${code} }).find`)();
    const said = { parameters: ['a', 'b'] };
    const stale = { code: '(b, a)', manifest: '(a, b)' };
    expect(staleParameters(find('find(b, a) { return [b, a]; }'), said, true)).toEqual(stale);
    expect(staleParameters(find('find(a, c) { return [a, c]; }'), said, true)).toBeUndefined();
    expect(staleParameters(find('find(b,a){return[b,a]}'), said, true)).toBeUndefined();
    const three = { parameters: ['x', 'y', 'zone'] };
    expect(staleParameters(find('find(y, x, zone) { return 1; }'), three, true)).toBeDefined();
  });

  it.each(['esbuild', 'esbuild-names', 'swc'])(
    'does not refuse short names minified by %s',
    async (minifier) => {
      const code =
        'export class Pairs { join(a, b) { const c = b + b; return [a, b, c]; } move(x, y) { return x - y - y; } }';
      const output =
        minifier === 'swc'
          ? (
              await swc(code, {
                jsc: { target: 'es2022', minify: { compress: true, mangle: true } },
                minify: true,
                module: { type: 'commonjs' },
              })
            ).code
          : (
              await transform(code, {
                minifyIdentifiers: true,
                minifyWhitespace: minifier === 'esbuild',
                minifySyntax: true,
                format: 'cjs',
              })
            ).code;
      const module: { exports: { Pairs?: { prototype: Record<string, (...args: never[]) => unknown> } } } = {
        exports: {},
      };
      new Function('module', 'exports', output)(module, module.exports);
      const { join, move } = module.exports.Pairs?.prototype ?? {};
      expect(join && staleParameters(join, { parameters: ['a', 'b'] }, true)).toBeUndefined();
      expect(move && staleParameters(move, { parameters: ['x', 'y'] }, true)).toBeUndefined();
    },
  );

  const made = (code: string): (() => unknown) => new Function(`return ${code}`)();

  // Without an error, the tool would silently get undefined or another value.
  it.each([
    ['({ find({ city }) {} }).find', { parameters: ['city'] }, '({ … })', '(city)'],
    ['({ find({ a }) {} }).find', { parameters: ['a'] }, '({ … })', '(a)'],
    ['function k({ text }) {}', { parameters: ['text'] }, '({ … })', '(text)'],
    ['([city]) => city', { parameters: ['city'] }, '({ … })', '(city)'],
    ['({ find(...city) {} }).find', { parameters: ['city'] }, '(...city)', '(city)'],
    ['({ find(...args) {} }).find', { parameters: ['args'] }, '(...args)', '(args)'],
    ['(...city) => city', { parameters: ['city', 'days'] }, '(...city)', '(city, days)'],
    ['({ find(cities) {} }).find', { parameters: ['cities'], rest: true }, '(cities)', '(...cities)'],
    ['({ find(query) {} }).find', { parameters: ['arguments'], whole: true }, '(query)', '({ … })'],
  ] as const)('detects a parameter of another form: %s', (code, call, now, manifest) => {
    expect(staleParameters(made(code), call, true)).toEqual({ code: now, manifest });
  });

  it.each([
    ['(...args) => args', { parameters: ['args'] }],
    ['(...a) => a', { parameters: ['a'] }],
    ['({ find(city, { signal }) {} }).find', { parameters: ['city', null] }],
    ['({ find(options) {} }).find', { parameters: ['options'], whole: true }],
    ['({ find({ query }) {} }).find', { parameters: ['options'], whole: true }],
    ['({ find(_ref) {} }).find', { parameters: ['arguments'], whole: true }],
    ['({ find(e) {} }).find', { parameters: ['arguments'], whole: true }],
  ] as const)('ignores forms that builds and wrappers generate: %s', (code, call) => {
    expect(staleParameters(made(code), call, true)).toBeUndefined();
  });

  it('ignores functions that read `arguments`', () => {
    const read = new Function('return ({ find(town) { return [town, arguments[1]]; } }).find')();
    expect(staleParameters(read, { parameters: ['city', 'days'] }, true)).toBeUndefined();
  });
});

it('checks each function once, however many registries there are', () => {
  class Place {
    find(city: string): string {
      return city;
    }
  }
  const manifest = manifestOf(entry('find', () => Place, { member: 'find', parameters: ['city'] }, {}));
  const original = Function.prototype.toString;
  let reads = 0;
  Function.prototype.toString = function (this: unknown) {
    if (this === Place.prototype.find) reads += 1;
    return original.call(this);
  };
  try {
    for (let request = 0; request < 3; request += 1) new ToolRegistry(manifest).registerFrom(new Place());
  } finally {
    Function.prototype.toString = original;
  }
  expect(reads).toBe(1);
});
