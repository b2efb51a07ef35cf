import { JSON_FORM, setup, VALUES } from './tool-codecs.test.fixture.js';

describe('wrong values', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ at: JSON_FORM.at }, 'at must be a Date; got "1970-01-01T00:00:00.000Z".'],
    [{ at: new Date(Number.NaN) }, 'at must be a valid Date; got an Invalid Date.'],
    [{ link: 'https://example.com' }, 'link must be a URL; got "https://example.com".'],
    [{ count: 5 }, 'count must be a bigint; got 5.'],
    [{ bytes: 'AP8H' }, 'bytes must be a Uint8Array; got "AP8H".'],
    [{ pattern: 'a' }, 'pattern must be one of the members of its union type; got "a".'],
    [{ days: [new Date(0)] }, 'days must be a Set; got an array.'],
    [{ days: new Set(['x']) }, 'days[0] must be a Date; got "x".'],
    [{ index: { a: 1n } }, 'index must be a Map; got an object.'],
    [
      { record: { x: [new Date(0), 'x'] }, at: 1 },
      'at must be a Date; got 1. record.x[1] must be a Date; got "x".',
    ],
    [
      { tree: { at: new Date(0), children: [{ at: 0, children: [] }] } },
      'tree.children[0].at must be a Date; got 0.',
    ],
  ])('in a direct call are refused with an explanation: %j', async (values, message) => {
    const { registry, got } = setup();
    const refused = { code: 'INVALID_ARGUMENTS', message: `Invalid arguments for 'keep': ${message}` };
    await expect(registry.call('keep', values)).rejects.toMatchObject(refused);
    expect(() => registry.callSync('keep', values)).toThrow(expect.objectContaining(refused));
    expect(registry.validate('keep', values)).toMatchObject({ ok: false, message });
    expect(got).toEqual([]);
  });

  it.each([[5], [new Date(0)], [[]]])('are also refused in place of the whole arguments: %j', (values) => {
    const { registry } = setup();
    expect(() => registry.callSync('keep', values)).toThrow(/: The arguments must be an object; got/);
  });

  it('without a codec are refused by validation', () => {
    const { registry } = setup();
    expect(() => registry.callSync('keep', { ...VALUES, plain: 'x', more: 1 })).toThrow(
      /^Invalid arguments for 'keep': Unknown argument 'more'\. Allowed: .*plain must be a whole number; got "x"\.$/,
    );
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [
      { at: 'soon' },
      /^Invalid arguments for 'keep': at must be in the format date-time, like .*; got "soon"\.$/,
    ],
    [{ at: 5 }, /: at must be a string; got 5\.$/],
    // The following values have the right format but are not valid.
    [
      { count: '007' },
      /: count must be a whole number in decimal digits as a string, such as "42"; got "007"\.$/,
    ],
    [{ bytes: '?' }, /: bytes must be base64 with padding, such as "aGVsbG8="; got "\?"\.$/],
    [
      {
        pairs: [
          ['1', JSON_FORM.at],
          ['1', JSON_FORM.at],
        ],
        count: '-0',
      },
      /: count must be a whole number .*; got "-0"\. pairs\[1\] must be a pair with a unique key; got a repeated key\.$/,
    ],
  ])('of a model cause an error with path and expectation: %j', async (args, error) => {
    const { registry, got } = setup();
    expect(await registry.execute('keep', args)).toEqual({
      result: null,
      error: expect.stringMatching(error),
    });
    expect(registry.validate('keep', JSON.stringify(args))).toMatchObject({ ok: false });
    expect(got).toEqual([]);
  });

  it('in a result are an error of the tool', async () => {
    const { registry } = setup(() => ({ at: 'today', record: { x: [1] } }));
    expect(await registry.execute('keep', {})).toEqual({
      result: null,
      error: 'result.at must be a Date; got "today".\nresult.record.x[0] must be a Date; got 1.',
    });
  });
});
