import { parseForeign } from './parse-foreign.js';

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

describe('text of strangers', () => {
  it('is read like JSON.parse reads it, up to 500 levels', () => {
    for (const text of [nested(500), `["${'['.repeat(1_000)}\\"${'{'.repeat(1_000)}"]`, '[[],[],{}]', ' 1 '])
      expect(parseForeign(text)).toEqual(JSON.parse(text));
    expect(() => parseForeign('{')).toThrow(SyntaxError);
  });

  it('is refused without reading it if it is deeper, even if strings and escapes come first', () => {
    for (const text of [nested(502), '['.repeat(16 * 1024 * 1024), `["\\\\",${nested(500)}]`])
      expect(() => parseForeign(text)).toThrow('nested deeper than 500 levels');
  });
});
