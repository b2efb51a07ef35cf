import { ToolRegistry } from '../../index.js';

const seen: unknown[] = [];
const tools = new ToolRegistry().register({
  name: 'pay',
  description: 'Pays.',
  parameters: {
    type: 'object',
    properties: {
      to: { type: 'string' },
      account: { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' },
      perhaps: { anyOf: [{ type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' }, { type: 'null' }] },
      cents: { type: 'integer' },
      extra: {},
    },
    patternProperties: { '^id_': { type: 'string' } },
    additionalProperties: false,
  },
  execute: (args: unknown) => {
    seen.push(args);
    return 'done';
  },
});

// B3
describe('a number that a double would change', () => {
  it('is refused for a number, and for `unknown`', async () => {
    for (const text of ['{"cents":9007199254740993}', '{"extra":{"deep":[9007199254740993]}}']) {
      const { error } = await tools.execute('pay', text);
      expect(error).toContain(
        'must be a number with at most 15 digits; got 9007199254740993, which would lose digits.',
      );
    }
    expect(seen).toEqual([]);
  });

  it.each(['account', 'perhaps'])('keeps all digits for a bigint: %s', async (name) => {
    for (const digits of ['9007199254740993', '-9007199254740993', '5']) {
      expect(await tools.execute('pay', `{"${name}":${digits}}`)).toEqual({ result: 'done', error: null });
      expect(seen.pop()).toEqual({ [name]: digits });
    }
  });

  it.each(['account', 'perhaps'])('is accepted for a bigint in any spelling: %s', async (name) => {
    const zeros = (count: number): string => '0'.repeat(count);
    for (const [spelling, digits] of [
      ['7.0', '7'],
      ['1e3', '1000'],
      ['-0.0', '0'],
      ['1e21', `1${zeros(21)}`],
      ['1E+23', `1${zeros(23)}`],
      ['100000000000000000000.0', `1${zeros(20)}`],
      ['9007199254740993.0', '9007199254740993'],
      ['9007199254740992', '9007199254740992'],
      ['1e400', `1${zeros(400)}`],
    ]) {
      expect(await tools.execute('pay', `{"${name}":${spelling}}`)).toEqual({ result: 'done', error: null });
      expect(seen.pop()).toEqual({ [name]: digits });
    }
  });

  it.each(['1.5', '12e-1', '1e999999999', '1e-999'])('is refused for a bigint: %s', async (spelling) => {
    const { error } = await tools.execute('pay', `{"account":${spelling}}`);
    expect(error).toContain('account must be a string; got ');
    expect(error?.length).toBeLessThan(300);
  });

  it('is refused for a bigint if the digits are already lost', async () => {
    const { error } = await tools.execute('pay', JSON.parse('{"account":9007199254740993}'));
    expect(error).toContain('account must be a string; got 9007199254740992.');
  });

  it('keeps all digits for a string, although a smaller number is refused', async () => {
    expect(await tools.execute('pay', '{"to":9007199254740993}')).toEqual({ result: 'done', error: null });
    expect(seen.pop()).toEqual({ to: '9007199254740993' });
    expect((await tools.execute('pay', '{"to":5}')).error).toContain('to must be a string; got 5.');
  });

  it('keeps all digits for a string member of an index signature', async () => {
    await tools.execute('pay', '{"id_1":9007199254740993}');
    expect(seen.pop()).toEqual({ id_1: '9007199254740993' });
  });

  it('is refused for a string if nothing may be repaired', async () => {
    const { error } = await tools.execute('pay', '{"to":9007199254740993}', { coercion: 'none' });
    expect(error).toContain('to must be a string; got 9007199254740993.');
  });

  it('has no effect if a double can represent the number', async () => {
    await tools.execute('pay', '{"cents":9007199254740992}');
    expect(seen.pop()).toEqual({ cents: 9007199254740992 });
  });
});

it('an argument that occurs twice with different values is refused', async () => {
  const { error } = await tools.execute('pay', '{"to":"a","to":"b"}');
  expect(error).toBe('The arguments contain "to" twice with different values. Send each argument once.');
  expect(await tools.execute('pay', '{"to":"a","to":"a"}')).toEqual({ result: 'done', error: null });
});
