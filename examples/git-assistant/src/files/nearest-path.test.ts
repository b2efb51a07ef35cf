import { nearestPath } from './nearest-path.js';

const FILES = ['README.md', 'src/a/index.ts', 'src/b/index.ts', 'src/b/parse-log.ts', 'test/b/index.ts'];

describe('the nearest path', () => {
  it.each([
    ['scr/b/index.ts', 'src/b/index.ts'],
    ['src/b/parselog.ts', 'src/b/parse-log.ts'],
    ['parse-log.ts', 'src/b/parse-log.ts'],
    ['readme.md', 'README.md'],
    ['sources/b', 'src/b'],
    ['scr', 'src'],
    ['tests', 'test'],
    ['src/b/index.tsx', 'src/b/index.ts'],
    ['nothing/like/it-at-all.py', undefined],
  ])('to %j is %j', (path, nearest) => {
    expect(nearestPath(path, FILES)).toBe(nearest);
  });
});
