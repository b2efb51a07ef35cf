import type { CodecPlan } from '@toolwright/contract';
import { compileCodec } from '../codec/compile-codec.js';

const date: CodecPlan = { kind: 'date' };

function decode(plan: CodecPlan, json: unknown): unknown {
  return compileCodec(plan).decode(json);
}

function encode(plan: CodecPlan, value: unknown): unknown {
  return compileCodec(plan).encode(value);
}

describe('dates', () => {
  it.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31t09:30:00.1239z', '2026-01-31T09:30:00.123Z'],
    ['2026-01-31 23:30:00-01:30', '2026-02-01T01:00:00.000Z'],
    ['2026-03-01T00:30:00+01', '2026-02-28T23:30:00.000Z'],
    ['2026-03-01T00:30:00+0100', '2026-02-28T23:30:00.000Z'],
    ['0004-02-29T00:00:00Z', '0004-02-29T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01T01:59:60+02:00', '2017-01-01T00:00:00.000Z'],
  ])('reads %s', (text, iso) => {
    const value = decode(date, text);
    expect(value).toBeInstanceOf(Date);
    expect(value).toEqual(new Date(iso));
  });

  it.each([
    '2026-13-45',
    '2026-01-31',
    '2026-02-30T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:60Z',
    '2026-01-31T09:30:00',
    '2026-01-31T09:30:00+24:00',
    '2026-01-31T09:30:00Z ',
    '',
    5,
    null,
  ])('refuses %j', (value) => {
    expect(() => decode(date, value)).toThrow('The value must be a date and time with an offset');
  });

  it('writes ISO text in UTC', () => {
    expect(encode(date, new Date(Date.UTC(2026, 0, 31, 9, 30)))).toBe('2026-01-31T09:30:00.000Z');
  });

  it.each([
    [new Date(Number.NaN), 'result must be a valid Date; got an Invalid Date.'],
    ['2026-01-31T09:30:00Z', `result must be a Date; got "2026-01-31T09:30:00Z".`],
    [
      new Date(8.64e15),
      'result must be a Date between the years 0 and 9999; got +275760-09-13T00:00:00.000Z.',
    ],
  ])('does not write %s', (value, message) => {
    expect(() => encode(date, value)).toThrow(message);
  });

  it('reads a day without a time as midnight UTC, and writes only the day', () => {
    const day: CodecPlan = { kind: 'date', format: 'date' };
    expect(decode(day, '2026-01-31')).toEqual(new Date(Date.UTC(2026, 0, 31)));
    expect(encode(day, new Date(Date.UTC(2026, 0, 31, 23)))).toBe('2026-01-31');
    expect(() => decode(day, '2026-02-29')).toThrow('must be a valid date');
    expect(() => decode(day, '2026-01-31T00:00:00Z')).toThrow('must be a valid date');
    expect(() => encode(day, new Date(Number.NaN))).toThrow('a valid Date');
  });
});

describe('other scalars', () => {
  it('carries a URL as its text', () => {
    const value = decode({ kind: 'url' }, 'https://example.com/a?b#c');
    expect(value).toBeInstanceOf(URL);
    expect(encode({ kind: 'url' }, value)).toBe('https://example.com/a?b#c');
    expect(() => decode({ kind: 'url' }, '/relative')).toThrow('must be an absolute URL');
    expect(() => decode({ kind: 'url' }, { href: 'https://a.b' })).toThrow('must be an absolute URL');
    expect(() => encode({ kind: 'url' }, 'https://example.com')).toThrow('must be a URL');
  });

  it('carries a bigint as digits', () => {
    expect(decode({ kind: 'bigint' }, '-12345678901234567890')).toBe(-12345678901234567890n);
    expect(encode({ kind: 'bigint' }, 2n ** 70n)).toBe('1180591620717411303424');
    for (const bad of ['', '1.5', '0x10', '01', '-0', '1e3', ' 1', 5]) {
      expect(() => decode({ kind: 'bigint' }, bad)).toThrow('must be a whole number in decimal digits');
    }
    expect(() => encode({ kind: 'bigint' }, 5)).toThrow('must be a bigint; got 5');
  });

  it('carries bytes as base64', () => {
    const value = decode({ kind: 'bytes' }, 'AAH/');
    expect(Buffer.isBuffer(value)).toBe(true);
    expect(value).toEqual(Buffer.from([0, 1, 255]));
    expect(encode({ kind: 'bytes' }, new Uint8Array([0, 1, 255]))).toBe('AAH/');
    expect(encode({ kind: 'bytes' }, new Uint8Array([9, 0, 1, 255, 9]).subarray(1, 4))).toBe('AAH/');
    for (const bad of ['A', 'AAH', 'AAH_', 'QR==', 'QQ==\n', 'data:;base64,QQ==', 1, [0, 1]]) {
      expect(() => decode({ kind: 'bytes' }, bad)).toThrow('must be base64 with padding');
    }
    expect(() => encode({ kind: 'bytes' }, [0, 1])).toThrow('must be a Uint8Array; got an array');
  });

  it('returns bytes with their own memory', () => {
    const value = decode({ kind: 'bytes' }, 'AAH/');
    expect(value instanceof Uint8Array && value.buffer.byteLength).toBe(3);
  });

  it('carries a regular expression as its source, in Unicode mode', () => {
    expect(decode({ kind: 'regexp' }, '^\\p{L}+$')).toEqual(/^\p{L}+$/u);
    expect(encode({ kind: 'regexp' }, /a\/b/u)).toBe('a\\/b');
    expect(encode({ kind: 'regexp' }, /ab/dgy)).toBe('ab');
    for (const bad of ['(', '\\-', 1]) {
      expect(() => decode({ kind: 'regexp' }, bad)).toThrow('must be a regular expression without slashes');
    }
    expect(() => encode({ kind: 'regexp' }, /ab/i)).toThrow('without the flags i, m, s and v');
    expect(() => encode({ kind: 'regexp' }, /a]/)).toThrow('valid with the flag u; got /a]/');
    expect(() => encode({ kind: 'regexp' }, 'ab')).toThrow('must be a RegExp');
  });
});
