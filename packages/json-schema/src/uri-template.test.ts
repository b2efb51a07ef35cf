import { array, assert, constantFrom, property, string, tuple } from 'fast-check';
import { readUriTemplate, type UriTemplate } from './uri-template.js';

function template(text: string): UriTemplate {
  const { template: read, problem } = readUriTemplate(text);
  if (read === undefined) throw new Error(problem);
  return read;
}

describe('a URI template', () => {
  it('gives the decoded values of its variables', () => {
    const pages = template('docs://{shelf}/pages/{slug}.md');
    expect(pages.variables).toEqual(['shelf', 'slug']);
    expect(pages.match('docs://hr/pages/holidays%20%26%20leave.md')).toEqual({
      shelf: 'hr',
      slug: 'holidays & leave',
    });
    expect(pages.match('docs://hr/pages/a.md.md')).toEqual({ shelf: 'hr', slug: 'a.md' });
    for (const other of [
      'docs://hr/pages/.md',
      'docs://hr/pages/a/b.md',
      'docs://hr/pages/a',
      'docs://hr/pages/%ff.md',
    ])
      expect(pages.match(other)).toBeUndefined();
  });

  it('takes slashes for {+name} only', () => {
    expect(template('file:///{+path}').match('file:///a/b?c#d')).toEqual({ path: 'a/b?c#d' });
    expect(template('file:///{path}').match('file:///a/b')).toBeUndefined();
    expect(template('a:{+x}-{y}').match('a:1-2/3-4')).toEqual({ x: '1-2/3', y: '4' });
  });

  it('without variables matches one URI', () => {
    expect(template('docs://pages').match('docs://pages')).toEqual({});
    expect(template('docs://pages').match('docs://pages/')).toBeUndefined();
  });

  it('is refused with a reason', () => {
    const problems = {
      'pages/{slug}': 'has no scheme, such as docs://',
      '{scheme}://pages': 'has no scheme, such as docs://',
      'docs://{a}{b}': 'has nothing between {a} and the next variable',
      'docs://{a}/{a}': 'has the variable a twice',
      'docs://{?page}': 'has the expression {?page}; only {name} and {+name} are supported',
      'docs://{}': 'has the expression {}; only {name} and {+name} are supported',
      'docs://{a': 'has a single {',
      'docs://a b': 'has the character " ", which must be encoded',
      'docs://100%': 'has the character "%", which must be encoded',
      'https://': 'is not a URI: https://',
    };
    for (const [text, problem] of Object.entries(problems))
      expect(readUriTemplate(text)).toEqual({ problem });
  });

  it('matches what it expands, whatever the values', () => {
    const value = string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed());
    assert(
      property(value, value, constantFrom('/', '-', '.x.'), (a, b, between) => {
        const { match, expand } = template(`docs://${between}{a}/{b}${between}`);
        expect(match(expand({ a, b }))).toEqual({ a, b });
      }),
    );
  });

  it('agrees with a regular expression on what matches', () => {
    const literal = constantFrom('a', '/', 'aa', 'a/');
    const part = tuple(constantFrom('{NAME}', '{+NAME}'), literal);
    const uri = array(constantFrom('a', 'b', '/'), { maxLength: 12 });
    assert(
      property(array(part, { minLength: 1, maxLength: 3 }), uri, (parts, letters) => {
        const text = parts
          .map(([variable, after], index) => variable.replace('NAME', `v${index}`) + after)
          .join('');
        const pattern = text.replaceAll(/\{\+\w+\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+');
        const tried = `x:${letters.join('')}`;
        const { match } = template(`x:${text}`);
        expect(match(tried) !== undefined).toBe(new RegExp(`^x:${pattern}$`).test(tried));
      }),
    );
  });

  it('matches in a time that is linear in the URI', () => {
    const { match } = template('x:{+a}a{+b}a{+c}a{+d}b');
    const uri = `x:${'a'.repeat(65_000)}`;
    const begun = performance.now();
    expect(match(uri)).toBeUndefined();
    // A regular expression would take longer than anybody waits.
    expect(performance.now() - begun).toBeLessThan(100_000);
  });

  it('does not match a URI that is too long to be meant', () => {
    const { match } = template('x:{+a}');
    expect(match(`x:${'a'.repeat(65_534)}`)).toBeDefined();
    expect(match(`x:${'a'.repeat(65_535)}`)).toBeUndefined();
  });
});
