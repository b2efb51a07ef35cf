import { compareVersions, parseRelease } from './last-release.js';

// E16
describe('a tag that names a release', () => {
  it.each([
    ['v1.0.0', '', [1, 0, 0]],
    ['1.10', '', [1, 10]],
    ['ui-v9.0.0', 'ui-', [9, 0, 0]],
    ['@scope/pkg@1.2.3', '@scope/pkg@', [1, 2, 3]],
    ['pkg/v1.0', 'pkg/', [1, 0]],
    ['python3-1.2.0', 'python3-', [1, 2, 0]],
    ['v1.0.0+build.5', '', [1, 0, 0]],
    ['jdk-17.0.2+8', 'jdk-', [17, 0, 2]],
    ['c++-v1.2', 'c++-', [1, 2]],
    ['1.0.0.Final', '', [1, 0, 0]],
    ['2024.01.15', '', [2024, 1, 15]],
    ['2024-01-15', '', [2024, 1, 15]],
    ['release-2024-01', 'release-', [2024, 1]],
    ['v2024-01-15.2', '', [2024, 1, 15, 2]],
    ['v3.0.0.post1', '', [3, 0, 0, 1 - 1 / 3]],
  ])('%s belongs to a series and has a version', (tag, series, version) => {
    expect(parseRelease(tag)).toEqual({ tag, series, version });
  });

  it.each([
    'v1.2.0-rc.1',
    'v1.0.0rc1',
    '1.0.0-beta',
    'v2-beta',
    'v1.0.0-alpha-2',
    'v1.0.0-20200101',
    'v1.0.0-2020-01-01',
    'v1.0.0rc1.post1',
    'nightly',
    '',
  ])('%j is no stable release', (tag) => {
    expect(parseRelease(tag)).toBeUndefined();
  });

  it('is ordered by numbers, not by text', () => {
    const tags = [
      'v1.9',
      'v1.10.0',
      'v1.10',
      'v0.99',
      'v2',
      'v1.9.1',
      'v1.9.post1',
      'v1.9.post10',
      'v1.9.post2',
    ];
    const releases = tags.map((tag) => parseRelease(tag)).filter((one) => one !== undefined);
    expect(releases.sort(compareVersions).map(({ tag }) => tag)).toEqual([
      'v0.99',
      'v1.9',
      'v1.9.post1',
      'v1.9.post2',
      'v1.9.post10',
      'v1.9.1',
      'v1.10.0',
      'v1.10',
      'v2',
    ]);
  });
});
