import { checkOptions, describeValue, optionsOf } from './options.js';
import { suggestName } from './unknown-name.js';

interface Named {
  readonly name: string;
  readonly size?: number | undefined;
  readonly isOpen?: boolean;
  readonly onEnd?: () => void;
  readonly items?: readonly string[];
  readonly inner?: object;
  readonly apiKey?: string;
  readonly value?: unknown;
}

const TABLE = optionsOf<Named>()({
  'a string': 'name apiKey',
  'a number': 'size',
  'true or false': 'isOpen',
  'a function': 'onEnd',
  'a list': 'items',
  'an object': 'inner',
  anything: 'value',
});

const check = (given: unknown) => () => checkOptions(given, TABLE, 'open');

// H2
describe('checkOptions', () => {
  it('takes known options of the right kind, undefined ones, and no options', () => {
    const all = {
      name: 'a',
      size: 1,
      isOpen: false,
      onEnd() {},
      items: [],
      inner: {},
      apiKey: 'k',
      value: 7,
    };
    for (const given of [
      undefined,
      {},
      all,
      { name: undefined, nmae: undefined },
      Object.assign(Object.create(null), all),
    ])
      expect(check(given)).not.toThrow();
  });

  it('refuses an unknown option with the nearest known name, and lists all', () => {
    expect(check({ nmae: 'a' })).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        blame: 'developer',
        message: "'open' has no option 'nmae'.",
        hint: suggestName('nmae', ['name', 'apiKey', 'size', 'isOpen', 'onEnd', 'items', 'inner', 'value']),
      }),
    );
    expect(check(JSON.parse('{"__proto__": 1}'))).toThrow("no option '__proto__'");
    expect(check({ constructor: 1 })).toThrow("no option 'constructor'");
  });

  it.each([
    [{ name: 5 }, "'name' of 'open' is 5.", 'Pass a string'],
    [{ size: 'big' }, "'size' of 'open' is 'big'.", 'Pass a number'],
    [{ isOpen: 'false' }, "'isOpen' of 'open' is 'false'.", 'Pass true or false'],
    [{ onEnd: null }, "'onEnd' of 'open' is null.", 'Pass a function'],
    [{ items: { length: 1 } }, "'items' of 'open' is an object.", 'Pass a list'],
    [{ inner: [] }, "'inner' of 'open' is a list.", 'Pass an object'],
    [{ apiKey: 12345 }, "'apiKey' of 'open' is of a different type.", 'Pass a string'],
  ])('refuses %j in words', (given, message, hint) => {
    expect(check(given)).toThrow(expect.objectContaining({ message, hint: expect.stringContaining(hint) }));
  });

  it.each([
    [null, 'null'],
    ['text', "'text'"],
    [[], 'a list'],
    [() => 1, 'a function'],
  ])('refuses %p in place of the options', (given, what) => {
    expect(check(given)).toThrow(`The options of 'open' must be an object, not ${what}.`);
  });

  it('lets an instance of a class have members of its own, and checks the others', () => {
    class Options {
      readonly name: unknown = 'a';
      readonly own = 1;
    }
    expect(check(new Options())).not.toThrow();
    expect(check(Object.assign(new Options(), { name: 5 }))).toThrow("'name' of 'open' is 5.");
  });

  it('is complete by the compiler', () => {
    // @ts-expect-error 'value' is missing.
    optionsOf<Pick<Named, 'name' | 'value'>>()({ 'a string': 'name' });
    // @ts-expect-error There is no 'title'.
    optionsOf<Pick<Named, 'name'>>()({ 'a string': 'name title' });
  });
});

it('describeValue says values in words', () => {
  expect([undefined, 1n, Symbol('s'), true].map(describeValue)).toEqual([
    'undefined',
    '1',
    'Symbol(s)',
    'true',
  ]);
});
