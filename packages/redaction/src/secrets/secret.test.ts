import { inspect } from 'node:util';
import { trust, type Untrusted } from '@toolwright/contract';
import * as fc from 'fast-check';
import { reveal, type Secret, secret } from './secret.js';

// These functions are compiled but never run; compiling is the test, line by line.
const compileOnly = (..._functions: (() => unknown)[]): void => undefined;
const takesText = (_text: string): void => undefined;
const takesUntrusted = (_text: Untrusted<string>): void => undefined;

// G3
describe('a secret', () => {
  it('prints as [secret] however it is printed', () => {
    const hidden = secret({ password: 'correct horse battery' });
    const printed = [
      String(hidden),
      `${hidden}`,
      'joined '.concat(hidden as unknown as string),
      JSON.stringify({ hidden, list: [hidden] }),
      inspect(hidden, { showHidden: true, depth: 9 }),
      inspect({ hidden }, { showProxy: true }),
      hidden.toLocaleString(),
      JSON.stringify(Object.entries({ ...hidden })),
      JSON.stringify(structuredClone({ ...hidden })),
      JSON.stringify(Reflect.ownKeys(hidden).map(String)),
    ].join('\n');
    expect(printed).toContain('[secret]');
    expect(printed).not.toContain('correct');
  });

  it('gives its value back, of any type', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(reveal(secret(value))).toBe(value);
      }),
    );
  });

  it('cannot be changed, copied or made by others', () => {
    const hidden = secret('correct horse battery');
    expect(Object.isFrozen(hidden)).toBe(true);
    const copy = Object.create(Object.getPrototypeOf(hidden), Object.getOwnPropertyDescriptors(hidden));
    for (const other of [copy, '[secret]', { ...hidden }, null])
      expect(() => reveal(other)).toThrow('reveal() expects a secret, but received another value.');
  });

  it('is neither its value nor an untrusted value for the compiler', () => {
    const hidden: Secret<string> = secret('correct horse battery');
    const value: string = reveal(hidden);
    expect(value).toHaveLength(21);
    compileOnly(
      // @ts-expect-error a secret is not its value
      () => takesText(hidden),
      // @ts-expect-error an untrusted value is not made from a secret without reveal()
      () => takesUntrusted(hidden),
      // @ts-expect-error the value cannot be read
      () => hidden.length,
      // @ts-expect-error secrets are told apart by their values
      (): Secret<number> => hidden,
      // @ts-expect-error nothing else is a secret
      (): Secret<string> => ({}),
      // @ts-expect-error only secrets are revealed
      () => reveal('text'),
      () => takesUntrusted(reveal(hidden)),
      (): Secret<string | number> => hidden,
    );
  });
});

describe('an untrusted value', () => {
  it('takes plain values, and becomes one through trust or a check of its type', () => {
    const page: Untrusted<string> = 'hello' as Untrusted<string>;
    const text: string = trust(page);
    expect(text).toBe('hello');
    const found: Untrusted<{ readonly title: string }> = { title: 'a' } as Untrusted<{ title: string }>;
    expect(trust(found).title).toBe('a');
    compileOnly(
      // @ts-expect-error an untrusted value is not a plain one
      () => takesText(page),
      // @ts-expect-error its members are not known either
      () => found.title,
      () => takesUntrusted('plain'),
      () => takesUntrusted(page),
      () => typeof page === 'string' && takesText(page),
      (): Untrusted<string | number> => page,
      (): string | undefined => trust(page as Untrusted<string> | undefined),
    );
  });
});
