import fc from 'fast-check';
import { formatArguments, formatValue } from './format-value.js';

describe('formatArguments', () => {
  it('keeps short arguments as the model wrote them', () => {
    expect(formatArguments(' { "a": 1.0 } ', 40)).toBe('{ "a": 1.0 }');
  });

  it('joins lines that fit on one', () => {
    expect(formatArguments('{\n  "a": 1\n}', 40)).toBe('{"a":1}');
  });

  it('keeps what is not JSON', () => {
    expect(formatArguments('{"a":\n', 3)).toBe('{"a":');
  });

  it('writes members on lines of their own only if they do not fit', () => {
    const text = '{"list":[{"a":1},{"b":[1,2,3],"longer":"x"}],"x":{}}';
    expect(formatArguments(text, 20).split('\n')).toEqual([
      '{',
      '  "list": [',
      '    {"a":1},',
      '    {',
      '      "b": [1,2,3],',
      '      "longer": "x"',
      '    }',
      '  ],',
      '  "x": {}',
      '}',
    ]);
  });
});

describe('formatValue', () => {
  it('shows a text as it is', () => {
    expect(formatValue('a "quoted"\nline', 5)).toBe('a "quoted"\nline');
    expect(formatValue(null, 5)).toBe('null');
  });

  it('keeps the JSON value in every layout', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(60), (value, columns) => {
        fc.pre(typeof value !== 'string');
        const json: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(formatArguments(JSON.stringify(value), columns))).toEqual(json);
      }),
    );
  });

  it('formats a deep value', () => {
    const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
    expect(formatArguments(deep, 40).split('\n')).toHaveLength(19);
  });
});
