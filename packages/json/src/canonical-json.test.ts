import fc from 'fast-check';
import { canonicalHash, canonicalJson } from './canonical-json.js';

/** The same value with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

describe('canonicalJson', () => {
  it('sorts keys at every depth and writes no white space', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 'é' }], a: null })).toBe('{"a":null,"b":[{"c":"é","d":1}]}');
  });

  it('sorts by code unit, not by number or locale', () => {
    expect(canonicalJson({ 10: 1, 9: 2, Z: 3, a: 4, ä: 5 })).toBe('{"10":1,"9":2,"Z":3,"a":4,"ä":5}');
  });

  it('leaves out undefined members and writes undefined items as null', () => {
    expect(canonicalJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
  });

  it('keeps a member named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });

  it('refuses values that JSON cannot carry', () => {
    const circular: Record<string, unknown> = {};
    circular.self = [circular];
    for (const value of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1n,
      () => 1,
      Symbol('x'),
      undefined,
      circular,
    ]) {
      expect(() => canonicalJson(value)).toThrow(/JSON cannot carry/);
    }
  });

  it('writes an object that is used twice, which is not a cycle', () => {
    const shared = { a: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('is JSON text of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('differs for different values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const equal = sameJson(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
        expect(canonicalJson(one) === canonicalJson(other)).toBe(equal);
        expect(canonicalHash(one) === canonicalHash(other)).toBe(equal);
      }),
    );
  });
});

describe('canonicalHash', () => {
  it('is the SHA-256 of the canonical text', () => {
    // printf '{"a":1,"b":2}' | sha256sum
    expect(canonicalHash({ b: 2, a: 1 })).toBe(
      '43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777',
    );
  });
});

function sameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const members = new Map<string, unknown>(Object.entries(other));
  const entries = Object.entries(one);
  return (
    entries.length === members.size &&
    entries.every(([key, value]) => members.has(key) && sameJson(value, members.get(key)))
  );
}
