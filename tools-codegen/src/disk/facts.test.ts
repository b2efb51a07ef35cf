import { agree, type Facts } from './facts.js';

const NONE: Facts = { files: {}, listings: {}, present: [], missing: [], folders: {}, links: {} };

describe('facts of two readings', () => {
  it('agree if no path differs, whatever the stamps and the paths of one alone', () => {
    const one = { ...NONE, files: { '/a': ['x', '1'] as const }, folders: { '/b': true }, present: ['/c'] };
    const other = { ...NONE, files: { '/a': ['x'] as const, '/d': ['y'] as const }, missing: ['/e'] };
    expect(agree(one, other)).toBe(true);
    expect(agree(other, one)).toBe(true);
  });

  it.each<[string, Partial<Facts>, Partial<Facts>]>([
    ['the content of a file', { files: { '/a': ['x'] } }, { files: { '/a': ['y'] } }],
    ['the entries of a folder', { listings: { '/a': ['x'] } }, { listings: { '/a': ['y'] } }],
    ['whether a folder exists', { folders: { '/a': true } }, { folders: { '/a': false } }],
    ['where a link leads', { links: { '/a': '/b' } }, { links: { '/a': '/c' } }],
    ['whether a file exists', { present: ['/a'] }, { missing: ['/a'] }],
    ['whether there is a file to read', { files: { '/a': ['x'] } }, { missing: ['/a'] }],
  ])('disagree about %s', (_, one, other) => {
    expect(agree({ ...NONE, ...one }, { ...NONE, ...other })).toBe(false);
    expect(agree({ ...NONE, ...other }, { ...NONE, ...one })).toBe(false);
  });
});
