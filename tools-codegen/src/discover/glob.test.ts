import { compileGlob } from './glob.js';

describe('compileGlob', () => {
  it.each([
    ['src/*.ts', ['src/a.ts'], ['src/deep/a.ts', 'a.ts', 'src/a.tsx']],
    ['src/**', ['src/a.ts', 'src/b/c.ts'], ['other/a.ts']],
    ['**/*.test.ts', ['a.test.ts', 'x/y/a.test.ts'], ['atest.ts', 'a.test.tsx']],
    ['**/*.{test,spec}.*', ['a.spec.mts', 'b/a.test.tsx'], ['spec.ts', 'a.specs.ts']],
    ['**/__tests__/**', ['__tests__/a.ts', 'x/__tests__/y/a.ts'], ['tests/a.ts']],
    ['src/old', ['src/old/a.ts', 'src/old/b/c.ts'], ['src/older/a.ts']],
    ['./src/', ['src/a.ts'], ['asrc/a.ts']],
    ['a?.ts', ['ab.ts'], ['a/.ts', 'abc.ts', 'a.ts']],
    ['a.b+(c)[d].ts', ['a.b+(c)[d].ts'], ['axb+(c)[d].ts']],
    ['src/{a*,b}/*.ts', ['src/abc/x.ts', 'src/b/x.ts'], ['src/bc/x.ts']],
    ['src/**/api/*.ts', ['src/api/a.ts', 'src/x/y/api/a.ts'], ['src/xapi/a.ts']],
  ])('%s', (pattern, matching, others) => {
    const matches = compileGlob(pattern);
    expect(matching.filter((file) => !matches(file))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });
});
