import 'reflect-metadata';
import type { CodecPlan } from '@toolwright/contract';
import { ToolRegistry } from '../index.js';
import { entry, manifestOf, Weather, weatherEntries } from '../weather.test.fixture.js';

const code = (expected: string, message: RegExp) =>
  expect.objectContaining({ code: expected, message: expect.stringMatching(message) });

class Money {
  static fromJSON(): Money {
    return new Money();
  }

  toJSON(): string {
    return '';
  }
}

describe('a stale manifest', () => {
  it('of another version is refused', () => {
    for (const manifest of [{ version: 2, tools: [] }, { version: 1 }, {}]) {
      expect(() => new ToolRegistry(manifest as never)).toThrow(
        code('STALE_MANIFEST', /this release supports only version 1/),
      );
    }
  });

  it('beside validators of another schema is refused', () => {
    const { tools } = manifestOf(...weatherEntries);
    // What the import of a missing export gives.
    const stale = tools.map((one) => ({ ...one, validate: undefined }));
    expect(() => new ToolRegistry({ version: 1, tools: stale as never }).registerFrom(new Weather())).toThrow(
      code(
        'STALE_MANIFEST',
        /none for the present schema of '.*'\. Run `npx toolwright codegen --validators`/,
      ),
    );
  });

  it.each([undefined, null, 'manifest', () => undefined])(
    'refuses a value that is not a manifest: %p',
    (given) => {
      expect(() => new ToolRegistry(given as never)).toThrow(
        code('INVALID_TOOL', /^new ToolRegistry received \w+ instead of a manifest\.$/),
      );
    },
  );

  it('is detected by a missing method, even if the others are still there', () => {
    class Renamed {
      newName(): void {}
      other(): void {}
      static made(): void {}
    }
    class Heir extends Renamed {}
    const target = () => Renamed;
    const old = entry('search', target, { member: 'search', parameters: [] }, {});
    const other = entry('other', target, { member: 'other', parameters: [] }, {});
    const made = entry('create', target, { member: 'create', static: true, parameters: [] }, {});
    const registry = new ToolRegistry(manifestOf(old, other, made));
    for (const [object, what] of [
      [new Renamed(), 'Renamed.search'],
      [new Heir(), 'Heir.search'],
      [Renamed, 'Renamed.create'],
    ] as const) {
      const message = `The manifest is stale: it has a tool for ${what}, but there is no such method. Run \`npx toolwright codegen\`.`;
      expect(() => registry.registerFrom(object)).toThrow(code('STALE_MANIFEST', new RegExp(`^${message}$`)));
    }
    expect(registry.listTools()).toEqual([]);
    expect(new ToolRegistry(manifestOf(other)).registerFrom(new Heir()).has('other')).toBe(true);
  });

  /** A class as a compiler emits it with `emitDecoratorMetadata`. */
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
      /Compiled\.find has 2 parameters, but the manifest says 1/,
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
      /is a string, which differs from 'ToolContext' in the manifest/,
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
  ])('is detected by emitted types: %s', (_, types, call, properties, message) => {
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
    ['a date where JSON was', Date, undefined, /parameter 1 of Compiled\.find is a date, which differs/],
    ['a date where a URL was', Date, { kind: 'url' }, /is a date/],
    ['a text where a date was', String, { kind: 'date' }, /is a string/],
    ['a list where a set was', Array, { kind: 'set' }, /is an array/],
    ['a map where a set was', Map, { kind: 'set' }, /is a map/],
    ['a class with a codec where JSON was', Money, undefined, /is a money/],
    ['a text where a class with a codec was', String, { kind: 'class' }, /is a string/],
  ])('is detected by objects that have another JSON form: %s', (_, type, plan, message) => {
    const registry = registryFor(compiled(type), { parameters: ['a'] }, { a: text }, plan && { a: plan });
    expect(registry).toThrow(code('STALE_MANIFEST', message));
  });

  it.each<[string, unknown, CodecPlan]>([
    ['a date', Date, { kind: 'date' }],
    ['bytes in a buffer', Buffer, { kind: 'bytes' }],
    ['bytes', Uint8Array, { kind: 'bytes' }],
    ['a nullable date', Date, { kind: 'union', branches: [] }],
    ['a class with a codec', Money, { kind: 'class' }],
    ['a list with dates', Array, { kind: 'array', items: { kind: 'date' } }],
  ])('is not suspected for %s', (_, type, plan) => {
    const schema = type === Array ? ({ type: 'array', items: text } as const) : text;
    const registry = registryFor(compiled(type), { parameters: ['a'] }, { a: schema }, { a: plan });
    expect(registry).not.toThrow();
  });

  it.each<[string, () => unknown, boolean]>([
    ['a class that lost its fromJSON', () => class {}, true],
    ['a class with fromJSON', () => Money, false],
    [
      'a class of a module that is still loading',
      () => {
        throw new ReferenceError('Cannot access it before initialization');
      },
      false,
    ],
    ['a class of a CommonJS module that is still loading', () => undefined, false],
  ])('looks at the classes of codecs: %s', (_, resolve, isStale) => {
    const find = (price: unknown): unknown => price;
    const codecs = { parameters: { kind: 'object' }, classes: { Money: resolve } } as const;
    const registry = new ToolRegistry(
      manifestOf(entry('find', () => find, { parameters: ['price'] }, { price: text }, { codecs })),
    );
    const register = () => registry.register(find);
    if (!isStale) expect(register).not.toThrow();
    else
      expect(register).toThrow(
        code('STALE_MANIFEST', /Money, a type of find, has no static method fromJSON/),
      );
  });

  it('compares the elements of a rest parameter', () => {
    const dates = { a: { type: 'array', items: text } } as const;
    const rest = { parameters: ['a'], rest: true } as const;
    const plans = { a: { kind: 'array', items: { kind: 'date' } } } as const;
    expect(registryFor(compiled(Date), rest, dates, plans)).not.toThrow();
    expect(registryFor(compiled(String), rest, dates, plans)).toThrow(code('STALE_MANIFEST', /is a string/));
  });
});
