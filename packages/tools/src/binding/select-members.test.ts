import 'reflect-metadata';
import { tool } from '../decorator/tool.js';
import { ToolRegistry } from '../index.js';
import { calculateTax, entry, manifestOf, Weather, weatherManifest } from '../weather.test.fixture.js';

const code = (expected: string, message: RegExp) =>
  expect.objectContaining({ code: expected, message: expect.stringMatching(message) });

describe('registerFrom', () => {
  it('reports that a marked method has no schema, and how to generate one', () => {
    class Unknown {
      @tool search(): void {}
    }
    expect(() => new ToolRegistry(weatherManifest).registerFrom(new Unknown())).toThrow(
      code(
        'NO_SCHEMA',
        /^Unknown\.search is a tool, but the manifest has no schema for it\. Run `npx toolwright codegen`/,
      ),
    );
    expect(() => new ToolRegistry().registerFrom(new Unknown())).toThrow(
      code('NO_SCHEMA', /Unknown\.search.*Pass the manifest to the registry/),
    );
  });

  it('registers nothing if one marked method of an object has no schema', () => {
    class Mixed extends Weather {
      @tool fresh(): void {}
    }
    const registry = new ToolRegistry(weatherManifest);
    expect(() => registry.registerFrom(new Mixed())).toThrow(code('NO_SCHEMA', /Mixed\.fresh/));
    expect(registry.listTools()).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'a class of instance tools',
      class Sub {
        @tool search(): void {}
      },
      /^Sub has no tools to register\. .*registerFrom\(new Sub\(…\)\)/,
    ],
    [
      'an instance of static tools',
      new (class Fixed {
        @tool static search(): void {}
        plain(): void {}
      })(),
      /^Fixed has no tools.*static: registerFrom\(Fixed\)/,
    ],
    [
      'an object without tools',
      new (class Plain {
        search(): void {}
      })(),
      /^Plain has no tools to register\. Its methods \(search\) are neither marked/,
    ],
    ['an empty object', {}, /^The object has no tools to register\. It has no methods\./],
    ['null', null, /^registerFrom got null\. Pass an instance/],
    ['a text', 'Weather', /^registerFrom got Weather\. Pass an instance/],
  ])('explains why there is nothing to register in %s', (_, target, message) => {
    expect(() => new ToolRegistry(weatherManifest).registerFrom(target as object)).toThrow(
      code('INVALID_TOOL', message),
    );
  });

  it('lists the available tools if `only` or `except` names an unknown one', () => {
    const registry = new ToolRegistry(weatherManifest);
    const message = /^Weather has no tool 'forcast'\..* forecast, later/;
    expect(() => registry.registerFrom(new Weather(), { only: ['forcast' as string] })).toThrow(
      code('INVALID_TOOL', message),
    );
    expect(() => registry.registerFrom(new Weather(), { except: ['forcast' as string] })).toThrow(
      code('INVALID_TOOL', message),
    );
  });

  it('keeps `this` bound to the instance', async () => {
    const registry = new ToolRegistry(weatherManifest).registerFrom(new Weather('K'));
    const { call } = { call: registry.call.bind(registry) };
    expect(await call('forecast', { city: 'Oslo' })).toBe('Oslo 1 K');
  });

  it('runs an override under the schema of the base class', () => {
    class Loud extends Weather {
      override forecast(city: string): string {
        return `${super.forecast(city).toUpperCase()}!`;
      }
    }
    expect(
      new ToolRegistry(weatherManifest).registerFrom(new Loud()).callSync('forecast', { city: 'Oslo' }),
    ).toBe('OSLO 1 C!');
  });

  it('registers tools that are marked only by a JSDoc tag', () => {
    class Plain {
      add(a: number, b: number): number {
        return a + b;
      }
    }
    const number = { type: 'number' } as const;
    const manifest = manifestOf(
      entry(
        'add',
        () => Plain,
        { member: 'add', parameters: ['a', 'b'] },
        { a: number, b: number },
        { required: ['a', 'b'] },
      ),
    );
    expect(new ToolRegistry(manifest).registerFrom(new Plain()).callSync('add', { a: 1, b: 2 })).toBe(3);
  });
});

describe('register', () => {
  it('explains what to do with unknown functions', () => {
    const registry = new ToolRegistry(weatherManifest);
    expect(() => registry.register(tool(function search() {}))).toThrow(
      code('NO_SCHEMA', /^search is a tool, but/),
    );
    expect(() => registry.register(function search() {})).toThrow(
      code('NO_SCHEMA', /^search is neither marked as a tool.*tool\(fn\)/),
    );
    expect(() => registry.register(Weather.prototype.forecast)).toThrow(
      code('INVALID_TOOL', /^forecast is a method: without its object it has no `this`\. Use registerFrom/),
    );
    // @ts-expect-error objects with methods are for registerFrom
    expect(() => registry.register(new Weather())).toThrow(code('INVALID_TOOL', /registerFrom\(object\)/));
    expect(() => registry.register(calculateTax).register(calculateTax)).toThrow(
      code('DUPLICATE_TOOL', /calculateTax \(src\/weather\.ts:7\) and calculateTax/),
    );
  });

  it('accepts a prefix', () => {
    const registry = new ToolRegistry(weatherManifest).register(calculateTax, { prefix: 'us_' });
    expect(registry.callSync('us_calculateTax', { amount: 100 })).toBe(10);
  });
});
