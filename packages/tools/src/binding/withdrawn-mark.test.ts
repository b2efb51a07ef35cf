import { transform as swc } from '@swc/core';
import { MANIFEST_VERSION, type ManifestResource, type ManifestTool } from '@toolwright/contract';
import { transform } from 'esbuild';
import ts from 'typescript';
import { tool } from '../decorator/tool.js';
import { resource, ToolRegistry } from '../index.js';
import { entry, manifestOf } from '../weather.test.fixture.js';

/** Classes with marks of every kind, as their author wrote them. The methods called `tagged…` have a JSDoc tag. */
const SOURCE = `
export function make(tool: any, logged: any): any {
  class Base {
    @tool inherited(city: string) { return city; }
    @tool overridden(city: string) { return city; }
    @logged @tool behind(city: string) { return city; }
    @logged @tool hidden(city: string) { return city; }
    @tool static version(major: number) { return major; }
  }
  class Pairs extends Base {
    @tool join(left: string, right: number) { return left + right; }
    @tool async drop(name: string) { return name; }
    override overridden(city: string) { return city + city; }
    override hidden(city: string) { return city + city; }
    tagged(name: string) { return name; }
    @tool static made(name: string) { return name; }
    @tool static create(name: string) { return name; }
    static taggedStatic(name: string) { return name; }
  }
  class Tags {
    tag(name: string) { return name; }
    other(name: string) { return name; }
  }
  return { Base, Pairs, Tags };
}`;

type Class = new () => object;
type Classes = Record<'Base' | 'Pairs' | 'Tags', Class>;

/** A second decorator, of both kinds, that puts a function of its own in place of the method. */
function logged(first: unknown, _second: unknown, descriptor?: { value: unknown }): unknown {
  const wrap = (method: unknown) =>
    function (this: unknown, ...given: unknown[]): unknown {
      return Reflect.apply(method as () => unknown, this, given);
    };
  if (descriptor === undefined) return wrap(first);
  descriptor.value = wrap(descriptor.value);
  return descriptor;
}

const { ES5, ES2015, ES2022 } = ts.ScriptTarget;

const COMPILERS: [string, (code: string) => string | Promise<string>][] = [
  ...[ES5, ES2015, ES2022].flatMap((target) =>
    [false, true].map((experimentalDecorators): (typeof COMPILERS)[number] => [
      `tsc to ${ts.ScriptTarget[target]}${experimentalDecorators ? ', legacy' : ''}`,
      (code) => {
        const compilerOptions = { target, experimentalDecorators, module: ts.ModuleKind.CommonJS };
        return ts.transpileModule(code, { compilerOptions }).outputText;
      },
    ]),
  ),
  ...[{}, { keepNames: true }, { minify: true }].flatMap((options) =>
    [false, true].map((experimentalDecorators): (typeof COMPILERS)[number] => [
      `esbuild ${JSON.stringify(options)}${experimentalDecorators ? ', legacy' : ''}`,
      async (code) => {
        const tsconfigRaw = { compilerOptions: { experimentalDecorators } };
        const supported = { decorators: false };
        const settings = { loader: 'ts', format: 'cjs', target: 'es2022', supported, tsconfigRaw } as const;
        return (await transform(code, { ...settings, ...options })).code;
      },
    ]),
  ),
  ...(['es5', 'es2022'] as const).flatMap((target) =>
    [false, true].map((legacyDecorator): (typeof COMPILERS)[number] => [
      `swc to ${target}${legacyDecorator ? ', legacy' : ''}`,
      async (code) => {
        const parser = { syntax: 'typescript', decorators: true } as const;
        const transform = legacyDecorator ? { legacyDecorator } : { decoratorVersion: '2022-03' as const };
        const jsc = { target, parser, transform };
        return (await swc(code, { module: { type: 'commonjs' }, jsc, configFile: false })).code;
      },
    ]),
  ),
];

async function load(source: string, compile: (typeof COMPILERS)[number][1]): Promise<Classes> {
  const module: { exports: { make?: (...given: unknown[]) => Classes } } = { exports: {} };
  new Function('module', 'exports', await compile(source))(module, module.exports);
  const classes = module.exports.make?.(tool, logged);
  if (classes === undefined) throw new Error('The module exports nothing.');
  return classes;
}

/** What codegen has seen. */
function registryOf({ Base, Pairs, Tags }: Classes, tagged: true | undefined = true): ToolRegistry {
  const of = (target: Class, member: string, more: { static?: true; tagged?: true } = {}): ManifestTool => {
    const parameters = { join: ['left', 'right'], version: ['major'] }[member] ?? [
      /tag|drop|made|create|other/.test(member) ? 'name' : 'city',
    ];
    const { tagged: flag, ...call } = more;
    const found = entry(`${target.name}_${member}`, () => target, { member, parameters, ...call }, {});
    return flag ? { ...found, tagged: true } : found;
  };
  const flag = tagged && { tagged };
  return new ToolRegistry(
    manifestOf(
      ...['inherited', 'overridden', 'behind', 'hidden'].map((member) => of(Base, member)),
      ...['join', 'drop', 'overridden', 'hidden'].map((member) => of(Pairs, member)),
      ...['tag', 'other'].map((member) => of(Tags, member)),
      of(Pairs, 'tagged', flag),
      of(Pairs, 'taggedStatic', { static: true, ...flag }),
      of(Base, 'version', { static: true }),
      of(Pairs, 'made', { static: true }),
      of(Pairs, 'create', { static: true }),
    ),
  );
}

function registerAll(classes: Classes): void {
  const { Base, Pairs, Tags } = classes;
  for (const target of [new Base(), new Pairs(), new Tags(), Base, Pairs])
    registryOf(classes).registerFrom(target);
}

const WITHDRAWN = ['inherited', 'drop', 'create', 'overridden', 'join'];

describe('a decorator that was taken away', () => {
  // The manifests of right programs are never refused.
  it.each(COMPILERS)('is not suspected without a reason: %s', async (_, compile) => {
    const classes = await load(SOURCE, compile);
    expect(() => registerAll(classes)).not.toThrow();
  });

  it.each(COMPILERS)('is noticed: %s', async (name, compile) => {
    const missed: string[] = [];
    for (const member of WITHDRAWN) {
      const source = SOURCE.replace(new RegExp(`@tool ((?:static |async )*${member}\\()`), '$1');
      expect(source).not.toBe(SOURCE);
      const classes = await load(source, compile);
      try {
        registerAll(classes);
        missed.push(member);
      } catch (error) {
        const message = new RegExp(
          `^The manifest is stale: it has a tool for \\w+\\.${member}, but the method is no longer marked with @tool\\. Run \`npx toolwright codegen\`\\.$`,
        );
        expect(error).toMatchObject({ code: 'STALE_MANIFEST', message: expect.stringMatching(message) });
      }
    }
    // In ES5, nothing distinguishes a method from a function that was put in its place.
    expect(missed).toEqual(/es5/i.test(name) ? WITHDRAWN : []);
  });

  it('is not noticed on a function or on the last method of a class, which may have a tag', () => {
    class Last {
      run(): void {}
    }
    const add = (): void => {};
    const registry = new ToolRegistry(
      manifestOf(
        entry('run', () => Last, { member: 'run', parameters: [] }, {}),
        entry('add', () => add, { parameters: [] }, {}),
      ),
    );
    expect(registry.registerFrom(new Last()).register(add).has('run')).toBe(true);
  });

  it('is noticed whatever `only`, `except` and `prefix` select', () => {
    class Pairs {
      @tool join(): void {}
      drop(): void {}
    }
    const of = (member: string) => entry(member, () => Pairs, { member, parameters: [] }, {});
    for (const selection of [{ only: ['join'] }, { except: ['drop'] }, { prefix: 'my_' }]) {
      const registry = new ToolRegistry(manifestOf(of('join'), of('drop')));
      expect(() => registry.registerFrom(new Pairs(), selection)).toThrow(/Pairs\.drop, but the method/);
    }
  });

  it('is noticed on resources, which do not count as tools', () => {
    class Pages {
      @tool search(): void {}
      tagged(): string {
        return '';
      }
      @resource('docs://a') first(): string {
        return '';
      }
      second(): string {
        return '';
      }
    }
    const page = (member: string, more: { tagged?: true } = {}): ManifestResource => {
      const found = entry(member, () => Pages, { member, parameters: [] }, {});
      return { ...found, ...more, spec: { ...found.spec, uri: `docs://${member}` } };
    };
    const search = entry('search', () => Pages, { member: 'search', parameters: [] }, {});
    const register = (...resources: ManifestResource[]) =>
      new ToolRegistry({ version: MANIFEST_VERSION, tools: [search], resources }).registerFrom(new Pages());
    expect(() => register(page('first'), page('tagged', { tagged: true }))).not.toThrow();
    expect(() => register(page('first'), page('second'))).toThrow(
      /it has a resource for Pages\.second, but the method is no longer marked with @resource\./,
    );
  });

  it('is not suspected if a spy, a copy or a function with a mark stands in the class', () => {
    const marked = tool(() => 1);
    class Plain {
      run(): void {}
    }
    Object.assign(Plain.prototype, { marked });
    class Spied {
      @tool run(): void {}
      @tool other(): void {}
    }
    Spied.prototype.other = new Proxy(() => {}, {});
    for (const [target, other] of [
      [Plain, entry('marked', () => marked, { parameters: [] }, {})],
      [Spied, entry('other', () => Spied, { member: 'other', parameters: [] }, {})],
    ] as const) {
      const run = entry('run', () => target, { member: 'run', parameters: [] }, {});
      expect(() => new ToolRegistry(manifestOf(run, other)).registerFrom(new target())).not.toThrow();
    }
  });
});
