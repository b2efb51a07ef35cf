import type { RawChange } from '../git/parse-changes.js';
import { scoreChange } from './score-change.js';

const modified = (path: string, lines: Partial<RawChange> = {}): RawChange => ({
  path,
  change: 'modified',
  added: 10,
  deleted: 0,
  ...lines,
});

// E4
describe('the relevance of a changed file', () => {
  it('decreases from sources over tests, configuration and documentation to files that nobody reads', () => {
    const paths = [
      'src/a.ts',
      'src/a.test.ts',
      'tsconfig.json',
      'docs/a.md',
      'a.csv',
      'dist/a.js',
      'yarn.lock',
    ];
    const scores = paths.map((path) => scoreChange(modified(path)).score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(paths.length);
  });

  it.each([
    ['pnpm-lock.yaml', 'lock file'],
    ['Cargo.lock', 'lock file'],
    ['src/api.gen.ts', 'generated'],
    ['api_pb2.py', 'generated'],
    ['app.min.js', 'generated'],
    ['vendor/lib/a.go', 'vendored'],
    ['tests/helper.py', 'test'],
    ['pkg/a_test.go', 'test'],
    ['Dockerfile', 'configuration'],
    ['README', 'documentation'],
    ['.env.local', 'secret'],
  ])('treats %s as a %s', (path, kind) => expect(scoreChange(modified(path)).kind).toBe(kind));

  it('does not depend on the size, but is lower for deleted files and for files that were only moved', () => {
    const score = (lines: Partial<RawChange>) => scoreChange(modified('src/a.ts', lines)).score;
    expect([score({}), score({ added: 500 }), score({ added: 5_000 })]).toEqual([1, 1, 1]);
    expect(score({ change: 'deleted' })).toBe(0.6);
    expect(score({ change: 'renamed', added: 0, from: 'src/b.ts' })).toBe(0.3);
  });

  it('is highest for conflicts, and zero for secrets, also if they were renamed', () => {
    expect(scoreChange(modified('yarn.lock', { change: 'unmerged' })).score).toBe(1);
    expect(scoreChange(modified('.env', { change: 'unmerged' })).score).toBe(0);
    expect(scoreChange(modified('config.txt', { change: 'renamed', from: '.env' }))).toEqual({
      score: 0,
      kind: 'secret',
    });
  });
});
