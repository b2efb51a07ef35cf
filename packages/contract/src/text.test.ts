import { shortenText, textEnd, textStart, wellFormed } from './text.js';

const SMILES = '😀😀';

describe('a cut of a text', () => {
  it('never splits a character, wherever it ends', () => {
    expect([0, 1, 2, 3, 4, 9].map((length) => textStart(SMILES, length))).toEqual([
      '',
      '',
      '😀',
      '😀',
      SMILES,
      SMILES,
    ]);
    expect([0, 1, 2, 3, 4, 9].map((length) => textEnd(SMILES, length))).toEqual([
      '',
      '',
      '😀',
      '😀',
      SMILES,
      SMILES,
    ]);
    expect(textStart('abc', -1)).toBe('');
    expect(textEnd('abc', -1)).toBe('');
  });

  it('is marked if something is left out', () => {
    expect(shortenText('abc', 3)).toBe('abc');
    expect(shortenText('abcd', 3)).toBe('abc…');
    expect(shortenText(SMILES, 3, ' […]')).toBe('😀 […]');
  });
});

describe('wellFormed', () => {
  it('replaces lone surrogates at any depth, also in keys', () => {
    const half = SMILES.slice(0, 3);
    expect(wellFormed(half)).toBe('😀\ufffd');
    expect(wellFormed({ a: [{ [half]: half }], b: SMILES })).toEqual({
      a: [{ '😀\ufffd': '😀\ufffd' }],
      b: SMILES,
    });
  });

  it('returns well-formed values themselves, and does not change objects of classes', () => {
    const value = { a: ['x', 1, null, Number.NaN], bytes: new Uint8Array([1]), when: new Date(0) };
    expect(wellFormed(value)).toBe(value);
    expect(wellFormed(undefined)).toBeUndefined();
  });

  it('accepts any depth, values that appear twice, and circles', () => {
    const half = SMILES.slice(0, 1);
    let deep: unknown = [half];
    for (let level = 0; level < 100_000; level += 1) deep = level % 2 === 0 ? { deep } : [deep];
    let clean = wellFormed(deep);
    while (typeof clean === 'object' && clean !== null) clean = Object.values(clean)[0];
    expect(clean).toBe('\ufffd');

    const shared = { half };
    expect(wellFormed([shared, shared])).toEqual([{ half: '\ufffd' }, { half: '\ufffd' }]);
    const circle: Record<string, unknown> = { half };
    circle.self = circle;
    const copy = wellFormed(circle);
    expect(copy.self).toBe(copy);
    expect(Object.keys(wellFormed(JSON.parse(`{"__proto__": "${half}"}`)))).toEqual(['__proto__']);
  });
});
