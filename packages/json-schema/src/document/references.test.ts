import { resolveRef } from './references.js';

describe('resolveRef', () => {
  const root = {
    $defs: { A: { $ref: '#/$defs/B' }, B: { type: 'string' }, Loop: { $ref: '#/$defs/Loop' } },
  } as const;

  it('resolves references to their schemas', () => {
    expect(resolveRef({ $ref: '#/$defs/A' }, root)).toBe(root.$defs.B);
    expect(resolveRef(root.$defs.B, root)).toBe(root.$defs.B);
    expect(resolveRef({ $ref: '#' }, root)).toBe(root);
  });

  it('returns undefined for a dangling reference and for a circle', () => {
    expect(resolveRef({ $ref: '#/$defs/Missing' }, root)).toBeUndefined();
    expect(resolveRef({ $ref: '#/$defs/Loop' }, root)).toBeUndefined();
  });
});
