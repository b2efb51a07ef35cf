import { readSignature } from './parameter-list.js';

function shown(fn: unknown): string | undefined {
  const signature = readSignature(typeof fn === 'string' ? fn : Function.prototype.toString.call(fn));
  if (signature === undefined) return undefined;
  const names = signature.parameters.map(({ name = '?', rest }) => `${rest ? '...' : ''}${name}`);
  return `${signature.method ?? ''}(${names.join(', ')})`;
}

describe('readSignature', () => {
  it.each<[string, unknown, string]>([
    ['a method', 'forecast(city, days) { return 1; }', 'forecast(city, days)'],
    ['an asynchronous method', 'async forecast(city) {}', 'forecast(city)'],
    ['a generator', '*count(upTo) {}', 'count(upTo)'],
    ['an asynchronous generator', 'async *watch(count) {}', 'watch(count)'],
    ['a method named async', 'async(city) {}', 'async(city)'],
    ['a method with a quoted name', '"a-b"(city) {}', 'a-b(city)'],
    ['a function', 'function named(city) {}', '(city)'],
    ['a function without a name', 'async function* (city) {}', '(city)'],
    ['an arrow function', '(city, days = 1) => city', '(city, days)'],
    ['an arrow function of one name', 'city => city', '(city)'],
    ['an asynchronous arrow function of one name', 'async city => city', '(city)'],
    ['an asynchronous arrow function', 'async (city) => city', '(city)'],
    ['a trailing comma', 'm(\n  city,\n  days,\n) {}', 'm(city, days)'],
    ['comments', 'm(/* a, b */ city /*) */, // (x, y)\n days) {}', 'm(city, days)'],
    ['initializers', 'm(a = f(1, [2, 3]), b = { x: ")", y: \',\' }, c = (x, y) => x) {}', 'm(a, b, c)'],
    ['templates without expressions', 'm(a = `, \\` $) `, b = tag`)`) {}', 'm(a, b)'],
    ['counters of coverage', 'm(city, days = (cov_1().b[0][0]++, 1)) { cov_1().f[0]++; }', 'm(city, days)'],
    ['destructuring', 'm({ query, limit = 10 }, [a, b] = [], ...rest) {}', 'm(?, ?, ...rest)'],
    ['other letters', 'größe(länge, $x, _y) {}', 'größe(länge, $x, _y)'],
    ['a minified method', 'forecast(a,b=1){return a}', 'forecast(a, b)'],
    ['nothing', 'm() {}', 'm()'],
  ])('reads %s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each<[string, unknown]>([
    ['native code', Math.max.bind(undefined)],
    ['a class', class A {}],
    ['a computed name', '[Symbol.iterator](city) {}'],
    ['a regular expression', 'm(city = /[,)]/.exec("x"), days) {}'],
    ['a template with an expression', 'm(city = `$\x7b")"}`, days) {}'],
    ['a template that is cut', 'm(city = `a, days) {}'],
    ['a text that is cut', 'm(city, days = ['],
    ['nothing at all', ''],
  ])('returns undefined for %s', (_, fn) => {
    expect(shown(fn)).toBeUndefined();
  });
});
