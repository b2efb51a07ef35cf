import type { Manifest } from '@toolwright/contract';
import { checkProgram, completionsIn } from './check-program.test.support.js';
import { FunctionTool, type Tool, ToolRegistry } from './index.js';
import { manifestOf } from './weather.test.fixture.js';

class Weather {
  #unit = 'C';
  forecast(city: string): string {
    return `${city} ${this.#unit}`;
  }
  search(query: string): string[] {
    return [query];
  }
  static version(): number {
    return 1;
  }
}
class Shop {
  #orders = 0;
  order(id: number): number {
    this.#orders += id;
    return this.#orders;
  }
  search(limit: number): number {
    return limit;
  }
}
class BigShop extends Shop {}
const tax = (amount: number, rate: number): number => amount * rate;
const greet = (name: string, loud: boolean): string => (loud ? name.toUpperCase() : name);

interface WeatherTools {
  forecast: { args: { city: string }; returns: string; of: Weather };
  search: { args: { query: string }; returns: string[]; of: Weather };
  version: { args: Record<string, never>; returns: number; of: typeof Weather };
  tax: { args: { amount: number; rate: number }; returns: number; fn: typeof tax };
}
interface ShopTools {
  order: { args: { id: number }; returns: number; of: Shop };
  search: { args: { limit: number }; returns: number; of: Shop };
  greet: { args: { name: string; loud: boolean }; returns: string; fn: typeof greet };
}
const weather = manifestOf<WeatherTools>();
const shop = manifestOf<ShopTools>();

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type NamesOf<Registry> = Registry extends ToolRegistry<infer Tools, infer _, infer __> ? keyof Tools : never;
const expectSame = <A, B>(..._same: Same<A, B> extends true ? [] : [A, 'is not', B]): void => undefined;

/** Compiled but never run: nothing is bound to these manifests. */
const compileOnly = (..._functions: (() => unknown)[]): void => undefined;
const joined = () => new ToolRegistry(weather, shop);

it('a chain knows exactly the names that it has registered', () => {
  compileOnly(() => {
    const one = joined().registerFrom(new Weather());
    expectSame<NamesOf<typeof one>, 'forecast' | 'search'>();
    const two = joined().registerFrom(Weather).register(greet).registerFrom(new Shop(), { prefix: 'shop_' });
    expectSame<NamesOf<typeof two>, 'version' | 'greet' | 'shop_order' | 'shop_search'>();
    const heir = joined().registerFrom(new BigShop());
    expectSame<NamesOf<typeof heir>, 'order' | 'search'>();
    const functions = joined().registerFrom({ greet, tax });
    expectSame<NamesOf<typeof functions>, 'greet' | 'tax'>();
    // @ts-expect-error the shop was not registered
    one.call('order', { id: 1 });
    // @ts-expect-error it was registered with a prefix
    two.call('order', { id: 1 });
  });
  expect(joined().listTools()).toEqual([]);
});

it('a chain respects `only` and `except`', () => {
  compileOnly(() => {
    const one = joined().registerFrom(new Weather(), { prefix: 'w_', only: ['search'] });
    expectSame<NamesOf<typeof one>, 'w_search'>();
    const other = joined().registerFrom(new Weather(), { except: ['search'] });
    expectSame<NamesOf<typeof other>, 'forecast'>();
    const names: string[] = ['search'];
    const some = joined().registerFrom(new Weather(), { only: names });
    expectSame<NamesOf<typeof some>, 'forecast' | 'search'>();
    const others = joined().registerFrom(new Weather(), { except: names });
    expectSame<NamesOf<typeof others>, 'forecast' | 'search'>();
    // @ts-expect-error it was left out
    one.call('w_forecast', { city: 'x' });
  });
  expect(joined().listTools()).toEqual([]);
});

it('a name in two manifests has the type of the registered class', () => {
  compileOnly(async () => {
    const first = joined().registerFrom(new Weather());
    expectSame<Awaited<ReturnType<typeof first.call<'search'>>>, string[]>();
    first.call('search', { query: 'x' });
    // @ts-expect-error the argument of the other class
    first.call('search', { limit: 1 });
    const both = first.registerFrom(new Shop(), { prefix: 'shop_' });
    const limit: number = await both.call('shop_search', { limit: 1 });
    const found: string[] = both.callSync('search', { query: String(limit) });
    // @ts-expect-error the argument of the other class
    both.call('shop_search', { query: 'x' });
    return found;
  });
  expect(joined().has('search')).toBe(false);
});

it('a registry without a chain has the names of its manifests', () => {
  compileOnly(() => {
    const registry = joined();
    registry.registerFrom(new Weather());
    registry.call('order', { id: 1 });
    registry.call('search', { query: 'x' });
    registry.call('search', { limit: 1 });
    // @ts-expect-error in neither manifest
    registry.call('orders', { id: 1 });
    let later = new ToolRegistry(shop);
    later = later.registerFrom(new Shop());
    return later;
  });
  expect(joined().listTools()).toEqual([]);
});

it('objects of wider types may have any tools', () => {
  compileOnly(() => {
    const object: object = new Weather();
    const loose = joined().registerFrom(object);
    expectSame<NamesOf<typeof loose>, keyof WeatherTools | keyof ShopTools>();
    const some: { forecast(city: string): string } = new Weather();
    joined().registerFrom(some).call('forecast', { city: 'x' });
    const untyped: Manifest = weather;
    new ToolRegistry(untyped).registerFrom(new Weather(), { prefix: 'a_' }).call('anything');
    const agents: ToolRegistry[] = [joined(), joined().registerFrom(new Shop()), joined().register(tax)];
    return agents;
  });
  expect(joined().listTools()).toEqual([]);
});

it('tools created at run time are added by name', () => {
  compileOnly(() => {
    const fn = ({ n }: { n: number }) => n * 2;
    const parameters = { type: 'object', properties: {} } as const;
    const double = new FunctionTool({ name: 'double', description: '', parameters, fn });
    const chain = joined()
      .register(double, { prefix: 'my_' })
      .register(new FunctionTool({ name: 'half', description: '', parameters, fn }) as Tool)
      .registerFrom(new Shop());
    expectSame<NamesOf<typeof chain>, 'my_double' | 'order' | 'search'>();
  });
  expect(joined().listTools()).toEqual([]);
});

it('get keeps the name of a tool', () => {
  compileOnly(() => {
    const spec = joined().get('search');
    expectSame<NonNullable<typeof spec>['name'], 'search'>();
    const any: string = 'x';
    return joined().get(any)?.parameters;
  });
  expect(joined().get('search')).toBeUndefined();
});

it('a misspelt name causes an error that lists the names', () => {
  const { messages } = checkProgram(`
    import { ToolRegistry, type Manifest } from './index.js';
    class Weather { forecast(city: string): string { return city; } async later(days: number) { return days; } }
    declare const manifest: Manifest<{
      forecast: { args: { city: string }; returns: string; of: Weather };
      later: { args: { days: number }; returns: Promise<number>; of: Weather };
    }>;
    const registry = new ToolRegistry(manifest).registerFrom(new Weather());
    registry.call('forcast', { city: 'Oslo' });
    new ToolRegistry(manifest).call('forcast', { city: 'Oslo' });
    registry.registerFrom(new Weather(), { prefix: 'b_' }).call('b_forcast', { city: 'Oslo' });
  `);
  expect(messages).toEqual([
    `Argument of type '"forcast"' is not assignable to parameter of type '"forecast" | "later"'.`,
    `Argument of type '"forcast"' is not assignable to parameter of type '"forecast" | "later"'.`,
    `Argument of type '"b_forcast"' is not assignable to parameter of type '"forecast" | "later" | "b_forecast" | "b_later"'.`,
  ]);
});

// H4
it('a misspelt name is told as such where other tools need a context or arguments', () => {
  const { messages } = checkProgram(`
    import { ToolRegistry, type Manifest } from './index.js';
    class Weather { forecast(city: string): number { return city.length; } async later(city: string) { return city; } }
    class Orders { list(): string[] { return []; } }
    declare const manifest: Manifest<{
      forecast: { args: { city: string }; returns: number; of: Weather };
      later: { args: { city: string }; returns: Promise<string>; of: Weather };
      list: { args: {}; returns: string[]; context: { readonly name: string }; of: Orders };
    }>;
    const orders = new ToolRegistry(manifest).registerFrom(new Orders());
    const both = orders.registerFrom(new Weather());
    orders.call('forecast', { city: 'Oslo' });
    both.call('forcast', { city: 'Oslo' });
    both.callSync('forcast');
    both.callSync('later', { city: 'Oslo' });
    both.call('list');
    both.call('forecast', { ciy: 'Oslo' });
    both.call('forecast', { city: 'Oslo' });
    both.callSync('list', {}, { context: { name: 'Ada' } });
    orders.registerFrom(new Weather(), { only: ['forcast'] });
    orders.registerFrom(new Weather(), { except: ['latr'], prefix: 'w_' });
    orders.registerFrom(new Weather(), { only: ['forecast'] });
    orders.registerFrom(new Weather(), { only: ['forecast'] as string[] });
  `);
  expect(messages).toEqual([
    `Argument of type '"forecast"' is not assignable to parameter of type '"list"'.`,
    `Argument of type '"forcast"' is not assignable to parameter of type '"forecast" | "later" | "list"'.`,
    `Argument of type '"forcast"' is not assignable to parameter of type '"forecast" | "list"'.`,
    `Argument of type '"later"' is not assignable to parameter of type '"forecast" | "list"'.`,
    'Expected 3 arguments, but got 1.',
    `Object literal may only specify known properties, but 'ciy' does not exist in type '{ city: string; }'. Did you mean to write 'city'?`,
    `Type '"forcast"' is not assignable to type '"forecast" | "later" | "list"'. Did you mean '"forecast"'?`,
    `Type '"latr"' is not assignable to type '"forecast" | "later" | "list"'. Did you mean '"later"'?`,
  ]);
});

it.each([
  ["call('|'", ['forecast', 'later']],
  ["callSync('|'", ['forecast']],
  ["get('|'", ['forecast', 'later']],
])('an editor completes names in %s', (call, names) => {
  const offered = completionsIn(`
    import { ToolRegistry, type Manifest } from './index.js';
    class Weather { forecast(city: string): number { return city.length; } async later(city: string) { return city; } }
    declare const manifest: Manifest<{
      forecast: { args: { city: string }; returns: number; context: string; of: Weather };
      later: { args: { city: string }; returns: Promise<string>; of: Weather };
    }>;
    new ToolRegistry(manifest).registerFrom(new Weather()).${call});
  `);
  expect(offered).toEqual(names);
});

// M1
it('several targets of one call are registered like links of a chain', () => {
  compileOnly(() => {
    const two = joined().registerFrom(new Weather(), { greet, tax });
    expectSame<NamesOf<typeof two>, 'forecast' | 'search' | 'greet' | 'tax'>();
    const three = joined().registerFrom(Weather, new BigShop(), { greet });
    expectSame<NamesOf<typeof three>, 'version' | 'order' | 'search' | 'greet'>();
    const functions = joined().register(greet, tax);
    expectSame<NamesOf<typeof functions>, 'greet' | 'tax'>();
    const some: 'none' | { prefix: 'w_' } = JSON.parse('{}');
    const optional = joined().registerFrom(new Weather(), some === 'none' ? undefined : some);
    expectSame<NamesOf<typeof optional>, 'w_forecast' | 'w_search'>();
  });
  expect(joined().listTools()).toEqual([]);
});

it('options are explained as options, and refused beside several targets', () => {
  const { messages } = checkProgram(`
    import { ToolRegistry, type Manifest } from './index.js';
    class Weather { forecast(city: string): number { return city.length; } }
    class Orders { list(): string[] { return []; } }
    declare const manifest: Manifest<{
      forecast: { args: { city: string }; returns: number; of: Weather };
      list: { args: {}; returns: string[]; of: Orders };
    }>;
    const registry = new ToolRegistry(manifest);
    registry.registerFrom(new Weather(), { prefx: 'a' });
    registry.registerFrom(new Weather(), new Orders(), { prefix: 'a' });
    registry.registerFrom(new Weather(), new Orders()).call('lst');
  `);
  expect(messages).toEqual([
    expect.stringMatching(
      /'prefx' does not exist in type 'RegisterFromOptions<.*>'. Did you mean to write 'prefix'\?$/,
    ),
    `Object literal may only specify known properties, and 'prefix' does not exist in type 'OptionsNeedOneTarget'.`,
    `Argument of type '"lst"' is not assignable to parameter of type '"forecast" | "list"'.`,
  ]);
});

/** Programs with as many tools, of which all are registered in one chain and one is called. */
const CHAINS: readonly (readonly [what: string, most: number, program: (tools: number) => string])[] = [
  ['classes', 5, (tools) => ofClasses(tools, 10, (all) => all.map((one) => `.registerFrom(${one})`))],
  [
    'classes of one tool',
    5,
    (tools) => ofClasses(tools, 1, (all) => all.map((one) => `.registerFrom(${one})`)),
  ],
  ['one call', 5, (tools) => ofClasses(tools, 10, (all) => [`.registerFrom(${all.join(', ')})`])],
  // The compiler passes the functions that a chain has already registered through each further link: half an instantiation for a pair.
  ['functions', 7, (tools) => ofFunctions(tools, (all) => all.map((one) => `.register(${one})`))],
  ['functions of one call', 5, (tools) => ofFunctions(tools, (all) => [`.register(${all.join(', ')})`])],
  ['a module', 5, (tools) => ofFunctions(tools, (all) => [`.registerFrom({ ${all.join(', ')} })`])],
];

// M1
it.each(CHAINS)('cost instantiations in proportion to the tools: %s', (_, most, program) => {
  const [small, large] = [checkProgram(program(60)), checkProgram(program(240))];
  expect([small.messages, large.messages]).toEqual([[], []]);
  expect(large.instantiations / small.instantiations).toBeLessThan(most);
});

function ofClasses(tools: number, each: number, chain: (instances: string[]) => string[]): string {
  const numbers = Array.from({ length: tools / each }, (_, index) => index);
  const methods = Array.from({ length: each }, (_, index) => index);
  return `
    import { ToolRegistry, type Manifest } from './index.js';
    ${numbers.map((n) => `class C${n} { #n = ${n}; ${methods.map((m) => `m${n}x${m}(a: string): number { return this.#n; }`).join(' ')} }`).join('\n')}
    declare const manifest: Manifest<{
      ${numbers.flatMap((n) => methods.map((m) => `m${n}x${m}: { args: { a: Parameters<C${n}['m${n}x${m}']>[0] }; returns: ReturnType<C${n}['m${n}x${m}']>; of: C${n} };`)).join('\n')}
    }>;
    const registry = new ToolRegistry(manifest)${chain(numbers.map((n) => `new C${n}()`)).join('')};
    registry.call('m0x0', { a: 'x' });
  `;
}

function ofFunctions(count: number, chain: (names: string[]) => string[]): string {
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  return `
    import { ToolRegistry, type Manifest } from './index.js';
    ${names.map((name) => `const ${name} = (input: { a: '${name}' }): number => input.a.length;`).join('\n')}
    declare const manifest: Manifest<{
      ${names.map((name) => `${name}: { args: Parameters<typeof ${name}>[0]; returns: number; fn: typeof ${name} };`).join('\n')}
    }>;
    const registry = new ToolRegistry(manifest)${chain(names).join('')};
    registry.call('f0', { a: 'f0' });
  `;
}
