import fc from 'fast-check';
import { readJson } from './read-json.js';

function findJsonError(text: string): { readonly position: number; readonly expected: string } | undefined {
  const read = readJson(text, { maxDepth: Number.POSITIVE_INFINITY });
  return read.ok ? undefined : { position: read.error.position, expected: read.error.expected };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // asks for a new answer
  }
}

describe('the error of readJson', () => {
  it.each([
    ['', 0, 'a value'],
    ['{"city": Oslo}', 9, 'a value'],
    ['{"city": "Oslo"', 15, "',' or '}'"],
    ['{"city": "Oslo', 14, 'a closing double quote'],
    ["{'city': 1}", 1, "a property name in double quotes or '}'"],
    ['{"a": 1,}', 8, 'a property name in double quotes'],
    ['{"a" 1}', 5, "':'"],
    ['[1 2]', 3, "',' or ']'"],
    ['[1,]', 3, 'a value'],
    ['[', 1, "a value or ']'"],
    ['{} {}', 3, 'the end of the text'],
    ['01', 1, 'the end of the text'],
    ['"a\nb"', 2, 'an escape such as \\n instead of a control character'],
    ['"a\\x"', 2, 'a valid escape'],
    ['{"a": NaN}', 6, 'a value'],
    ['[}', 1, "a value or ']'"],
  ])('finds the mistake in %s', (text, position, expected) => {
    expect(findJsonError(text)).toEqual({ position, expected });
  });

  it('finds nothing in JSON text', () => {
    fc.assert(fc.property(fc.json(), (text) => expect(findJsonError(text)).toBeUndefined()));
    expect(findJsonError(' {"a" : [ ] , "b":{ } }\n')).toBeUndefined();
  });

  it('agrees with JSON.parse on damaged text', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', '"', ',', '}', ']', ':', '\\', '0', '-', 'e', '\n', '\u007f'),
      )
      .map(([text, at, removed, put]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + put + text.slice(start + removed);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(findJsonError(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('handles nesting that would overflow a recursive reader', () => {
    expect(findJsonError('['.repeat(200_000))?.position).toBe(200_000);
  });
});
