import 'reflect-metadata';
import ts from 'typescript';
import { isMarked, TOOL } from './mark.js';
import { tool } from './tool.js';

/** Runs `source` as tsc compiles it, with `tool` in scope, and returns its exports. */
function run(source: string, decorators: 'standard' | 'legacy'): Record<string, never> {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      experimentalDecorators: decorators === 'legacy',
      emitDecoratorMetadata: decorators === 'legacy',
    },
  });
  const exports = {};
  new Function('tool', 'exports', outputText)(tool, exports);
  return exports;
}

const WEATHER = `
export class Weather {
  @tool bare(city: string) { return this.constructor.name + city; }
  @tool() called() { return 1; }
  @tool({ name: 'named', readOnly: true }) withOptions() { return 2; }
  @tool static fixed(days: number) { return days; }
  plain() {}
}`;

describe.each(['standard', 'legacy'] as const)('tool as a %s decorator', (decorators) => {
  // A4
  it('marks methods in all its forms, and no others', () => {
    const { Weather } = run(WEATHER, decorators);
    const marks = (holder: object) =>
      Object.getOwnPropertyNames(holder).filter((member) => isMarked(TOOL, Reflect.get(holder, member)));
    expect(marks(Reflect.get(Weather ?? {}, 'prototype'))).toEqual(['bare', 'called', 'withOptions']);
    expect(marks({ fixed: Reflect.get(Weather ?? {}, 'fixed') })).toEqual(['fixed']);
    const { withOptions } = Reflect.get(Weather ?? {}, 'prototype');
    expect(Reflect.get(withOptions, TOOL.symbol)).toEqual({
      name: 'named',
      readOnly: true,
    });
  });

  it('changes neither behaviour nor enumerable members', () => {
    const exports: Record<string, new () => { bare(city: string): string }> = run(WEATHER, decorators);
    const Weather = exports.Weather;
    const weather = Weather && new Weather();
    expect(weather?.bare('Oslo')).toBe('WeatherOslo');
    expect(Object.keys(weather?.bare ?? { none: 1 })).toEqual([]);
  });

  it.each([
    ['a getter', 'class A { @tool get x() { return 1; } }', /'x', a getter/],
    ['a setter', 'class A { @tool set x(v) {} }', /'x', a (getter or )?setter/],
    ['a field', 'class A { @tool x = 1; }', /'x', a field/],
    ['a class', '@tool class A {}', /The class A/],
    ['a class, called', '@tool() class A {}', /The class A/],
    ['a method named by a symbol', 'class A { @tool [Symbol.for("s")]() {} }', /Symbol\(s\), which is named/],
  ])('reports that %s cannot be a tool', (_, source, message) => {
    expect(() => run(source, decorators)).toThrow(message);
    expect(() => run(source, decorators)).toThrow(/cannot be a tool/);
  });
});

describe('tool under legacy decorators', () => {
  it("keeps the compiler's metadata for reflect-metadata", () => {
    const { Weather = {} } = run(WEATHER, 'legacy');
    expect(Reflect.getMetadata(TOOL.symbol, Reflect.get(Weather, 'prototype'), 'withOptions')).toEqual({
      name: 'named',
      readOnly: true,
    });
    expect(Reflect.getMetadata('design:paramtypes', Weather, 'fixed')).toEqual([Number]);
  });

  it('reports that a parameter cannot be a tool', () => {
    expect(() => run('class A { m(@tool x) {} }', 'legacy')).toThrow("A parameter of 'm' cannot be a tool.");
    expect(() => run('class A { constructor(@tool x) {} }', 'legacy')).toThrow(
      'The class A cannot be a tool.',
    );
  });
});

describe('tool under standard decorators', () => {
  it('reports that a private method cannot be a tool', () => {
    expect(() => run('class A { @tool #x() {} }', 'standard')).toThrow("The private method '#x' cannot be");
  });
});

describe('tool under decorators of 2018', () => {
  // swc and Babel call decorators with this unless they are told otherwise.
  const element = { kind: 'method', key: 'forecast', placement: 'prototype', descriptor: { value() {} } };

  it.each([
    ['@tool', tool],
    ['@tool()', tool()],
    ['@tool({ … })', tool({ readOnly: true })],
  ])('names the ways out for %s', (_, decorator) => {
    expect(() => Reflect.apply(decorator, undefined, [element])).toThrow(
      expect.objectContaining({
        code: 'INVALID_TOOL',
        message: expect.stringContaining('2018 proposal'),
        hint: expect.stringMatching(/experimentalDecorators.*JSDoc tag @tool.*tool\(fn\)/),
      }),
    );
  });
});

describe('tool as a wrapper', () => {
  // A4
  it('returns the same function, marked', () => {
    const add = (a: number, b = 1): number => a + b;
    expect(tool(add)).toBe(add);
    expect(tool({ name: 'plus' }, add)).toBe(add);
    expect(isMarked(TOOL, add)).toBe(true);
    expect(Object.getOwnPropertyDescriptor(add, TOOL.symbol)).toMatchObject({
      value: { name: 'plus' },
      enumerable: false,
    });
  });

  it('keeps generics and overloads', () => {
    const identity = tool(<T>(value: T): T => value);
    const text: 'a' = identity('a' as const);
    function double(value: string): string;
    function double(value: number): number;
    function double(value: string | number): string | number {
      return typeof value === 'string' ? value + value : value * 2;
    }
    const doubled = tool({ readOnly: true }, double);
    const number: number = doubled(2);
    const word: string = doubled('x');
    expect([text, number, word]).toEqual(['a', 4, 'xx']);
  });

  it('refuses classes, frozen functions and other values', () => {
    class Weather {}
    // @ts-expect-error a class is not a function that can be called
    expect(() => tool(Weather)).toThrow('The class Weather cannot be a tool.');
    // @ts-expect-error neither are other values
    expect(() => tool(5)).toThrow('That cannot be a tool.');
    // @ts-expect-error not even null
    expect(() => tool(null)).toThrow('That cannot be a tool.');
    // @ts-expect-error an option that does not exist
    expect(() => tool({ naem: 'x' })).toThrow("'tool' has no option 'naem'.");
    expect(() => tool(Object.freeze(() => 1))).toThrow('A frozen function cannot be marked');
  });
});
