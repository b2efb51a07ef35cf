import 'reflect-metadata';
import type { CodecPlan } from '@toolwright/contract';
import { tool } from '../decorator/tool.js';
import { ToolRegistry } from '../index.js';
import { calculateTax, entry, manifestOf, Weather, weatherManifest } from '../weather.test.fixture.js';

const code = (expected: string, message: RegExp) =>
  expect.objectContaining({ code: expected, message: expect.stringMatching(message) });

describe('registerFrom', () => {
  it('says that a marked method has no schema, and how to make one', () => {
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
      code('NO_SCHEMA', /Unknown\.search.*Give the registry its manifest/),
    );
  });

  it('registers nothing of an object with one marked method that has no schema', () => {
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
      /^Plain has no tools to register\. Its methods \(search\) are not marked/,
    ],
    ['an empty object', {}, /^The object has no tools to register\. It has no methods\./],
    ['null', null, /^registerFrom got null\. Pass an instance/],
    ['a text', 'Weather', /^registerFrom got Weather\. Pass an instance/],
  ])('says why there is nothing to register in %s', (_, target, message) => {
    expect(() => new ToolRegistry(weatherManifest).registerFrom(target as object)).toThrow(
      code('INVALID_TOOL', message),
    );
  });

  it('names the tools that there are when `only` or `except` name another', () => {
    const registry = new ToolRegistry(weatherManifest);
    const message = /^Weather has no tool 'forcast'\. It has: forecast, later/;
    expect(() => registry.registerFrom(new Weather(), { only: ['forcast'] })).toThrow(
      code('INVALID_TOOL', message),
    );
    expect(() => registry.registerFrom(new Weather(), { except: ['forcast'] })).toThrow(
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

  it('registers tools that only a JSDoc tag marks', () => {
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
  it('says what to do with functions that it does not know', () => {
    const registry = new ToolRegistry(weatherManifest);
    expect(() => registry.register(tool(function search() {}))).toThrow(
      code('NO_SCHEMA', /^search is a tool, but/),
    );
    expect(() => registry.register(function search() {})).toThrow(
      code('NO_SCHEMA', /^search is not marked as a tool.*tool\(fn\)/),
    );
    expect(() => registry.register(Weather.prototype.forecast)).toThrow(
      code('INVALID_TOOL', /^forecast is a method: registered alone it has no `this`\. Use registerFrom/),
    );
    // @ts-expect-error objects with methods are for registerFrom
    expect(() => registry.register(new Weather())).toThrow(code('INVALID_TOOL', /registerFrom\(object\)/));
    expect(() => registry.register(calculateTax).register(calculateTax)).toThrow(
      code('DUPLICATE_TOOL', /calculateTax \(src\/weather\.ts:7\) and calculateTax/),
    );
  });

  it('takes a prefix', () => {
    const registry = new ToolRegistry(weatherManifest).register(calculateTax, { prefix: 'us_' });
    expect(registry.callSync('us_calculateTax', { amount: 100 })).toBe(10);
  });
});

describe('a stale manifest', () => {
  it('of another version is refused', () => {
    for (const manifest of [{ version: 2, tools: [] }, { version: 1 }, {}, null]) {
      expect(() => new ToolRegistry(manifest as never)).toThrow(
        code('STALE_MANIFEST', /this release reads version 1/),
      );
    }
  });

  /** A class as a compiler with `emitDecoratorMetadata` leaves it. */
  function compiled(...types: unknown[]): { find(...args: never[]): void } {
    class Compiled {
      find(): void {}
    }
    Reflect.defineMetadata('design:paramtypes', types, Compiled.prototype, 'find');
    return new Compiled();
  }

  function registryFor(
    target: object,
    call: Parameters<typeof entry>[2],
    properties: Parameters<typeof entry>[3],
    plans?: Record<string, CodecPlan>,
  ) {
    const manifest = manifestOf(
      entry('find', () => target.constructor, { member: 'find', ...call }, properties, {
        $defs: { Text: { type: 'string' } },
        ...(plans && { codecs: { parameters: { kind: 'object', properties: plans } } }),
      }),
    );
    return () => new ToolRegistry(manifest).registerFrom(target);
  }

  const text = { type: 'string' } as const;
  const number = { type: 'number' } as const;

  it.each<[string, unknown[], Parameters<typeof entry>[2], Parameters<typeof entry>[3], RegExp]>([
    [
      'another count',
      [String, String],
      { parameters: ['a'] },
      { a: text },
      /Compiled\.find has 2 parameters, the manifest says 1/,
    ],
    [
      'a number for a text',
      [Number],
      { parameters: ['a'] },
      { a: text },
      /parameter 1 of Compiled\.find is a number/,
    ],
    [
      'a text for a reference to an object',
      [String],
      { parameters: ['a'] },
      { a: { type: 'object' } },
      /is a string/,
    ],
    ['a text for listed numbers', [String], { parameters: ['a'] }, { a: { enum: [1, 2] } }, /is a string/],
    [
      'an array for a text by reference',
      [Array],
      { parameters: ['a'] },
      { a: { $ref: '#/$defs/Text' } },
      /is an array/,
    ],
    [
      'a text where the context was',
      [String, Object],
      { parameters: [null, 'a'] },
      { a: text },
      /is a string, not what the manifest says of 'ToolContext'/,
    ],
    [
      'rest elements of another type',
      [Number],
      { parameters: ['a'], rest: true },
      { a: { type: 'array', items: text } },
      /is a number/,
    ],
    [
      'a text where the arguments object was',
      [String],
      { parameters: ['a'], whole: true },
      { x: text },
      /is a string/,
    ],
  ])('is noticed by emitted types: %s', (_, types, call, properties, message) => {
    expect(registryFor(compiled(...types), call, properties)).toThrow(code('STALE_MANIFEST', message));
  });

  it.each<[string, unknown[], Parameters<typeof entry>[2], Parameters<typeof entry>[3]]>([
    ['a union, emitted as Object', [Object], { parameters: ['a'] }, { a: { anyOf: [text, number] } }],
    ['a class of one’s own', [Weather], { parameters: ['a'] }, { a: text }],
    ['a type of a module that was still loading', [undefined], { parameters: ['a'] }, { a: number }],
    ['a nullable number', [Number], { parameters: ['a'] }, { a: { anyOf: [number, { type: 'null' }] } }],
    ['a whole number', [Number], { parameters: ['a'] }, { a: { type: 'integer' } }],
    ['unknown', [Object], { parameters: ['a'] }, { a: {} }],
    ['rest elements', [String], { parameters: ['a'], rest: true }, { a: { type: 'array', items: text } }],
    ['an arguments object', [Object, Object], { parameters: ['a', null], whole: true }, { x: text }],
    ['a referenced text', [String], { parameters: ['a'] }, { a: { $ref: '#/$defs/Text' } }],
  ])('is not suspected without proof: %s', (_, types, call, properties) => {
    expect(registryFor(compiled(...types), call, properties)).not.toThrow();
  });

  it.each<[string, unknown, CodecPlan | undefined, RegExp]>([
    ['a date where JSON was', Date, undefined, /parameter 1 of Compiled\.find is a date, not/],
    ['a date where a URL was', Date, { kind: 'url' }, /is a date/],
    ['a text where a date was', String, { kind: 'date' }, /is a string/],
    ['a list where a set was', Array, { kind: 'set' }, /is an array/],
    ['a map where a set was', Map, { kind: 'set' }, /is a map/],
  ])('is noticed by objects that travel in another form: %s', (_, type, plan, message) => {
    const registry = registryFor(compiled(type), { parameters: ['a'] }, { a: text }, plan && { a: plan });
    expect(registry).toThrow(code('STALE_MANIFEST', message));
  });

  it.each<[string, unknown, CodecPlan]>([
    ['a date', Date, { kind: 'date' }],
    ['bytes in a buffer', Buffer, { kind: 'bytes' }],
    ['bytes', Uint8Array, { kind: 'bytes' }],
    ['a nullable date', Date, { kind: 'union', branches: [] }],
    ['a list with dates', Array, { kind: 'array', items: { kind: 'date' } }],
  ])('is not suspected for %s', (_, type, plan) => {
    const schema = type === Array ? ({ type: 'array', items: text } as const) : text;
    const registry = registryFor(compiled(type), { parameters: ['a'] }, { a: schema }, { a: plan });
    expect(registry).not.toThrow();
  });

  it('compares the elements of a rest parameter', () => {
    const dates = { a: { type: 'array', items: text } } as const;
    const rest = { parameters: ['a'], rest: true } as const;
    const plans = { a: { kind: 'array', items: { kind: 'date' } } } as const;
    expect(registryFor(compiled(Date), rest, dates, plans)).not.toThrow();
    expect(registryFor(compiled(String), rest, dates, plans)).toThrow(code('STALE_MANIFEST', /is a string/));
  });
});
