import fc from 'fast-check';
import { scanJson } from './scan-json.js';

const containers = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));

describe('scanJson', () => {
  it('follows any object or list to its end, whatever stands in its strings and behind it', () => {
    fc.assert(
      fc.property(containers, fc.nat(2), fc.string(), (value, indent, rest) => {
        const json = JSON.stringify(value, null, indent);
        expect(scanJson(`x${json}${rest}`, 1)).toMatchObject({ end: 1 + json.length, open: [] });
      }),
    );
  });

  it('says what is open in any object or list that was cut off', () => {
    fc.assert(
      fc.property(containers, fc.nat(), (value, place) => {
        const json = JSON.stringify(value);
        const cut = json.slice(0, 1 + (place % (json.length - 1)));
        const { end, open } = scanJson(cut, 0);
        expect(end).toBe(cut.length);
        expect(open.length).toBeGreaterThan(0);
      }),
    );
  });

  it('tells the string that the end stands in, and whether that is a name', () => {
    expect(scanJson('{"a":"b', 0).string).toEqual({ start: 6, quote: '"', isKey: false });
    expect(scanJson('{"a":1,"b', 0).string).toEqual({ start: 8, quote: '"', isKey: true });
    expect(scanJson('["a', 0).string?.isKey).toBe(false);
    expect(scanJson('{"a":"b"', 0).string).toBeUndefined();
  });

  it('knows where the last complete member of each container ends', () => {
    expect(scanJson('{"a":1,"b":[2,3,', 0).open).toEqual([
      { closer: '}', safeEnd: 6 },
      { closer: ']', safeEnd: 15 },
    ]);
    expect(scanJson('{"a":[{"b"', 0).open.map(({ safeEnd }) => safeEnd)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('does not look past its limit', () => {
    expect(scanJson('[1]', 0, 2)).toMatchObject({ end: 2, open: [{ closer: ']' }] });
  });
});
