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
    ['{src/**/*.ts,lib/*.ts}', ['src/a.ts', 'src/x/y/a.ts', 'lib/a.ts'], ['lib/x/a.ts', 'other/a.ts']],
    ['{src,packages/{a,b}}/*.ts', ['src/x.ts', 'packages/b/x.ts'], ['packages/c/x.ts']],
    ['{src,lib}/**', ['src/a.ts', 'lib/b/c.ts'], ['other/a.ts']],
    ['{src/old,lib}', ['src/old/a.ts', 'lib/b/c.ts'], ['src/older/a.ts']],
    ['app/[id]/(shop)/*.ts', ['app/[id]/(shop)/a.ts'], ['app/i/shop/a.ts']],
    ['**/@scope/!a/$b^c.ts', ['x/@scope/!a/$b^c.ts'], ['x/@scope/b/$b^c.ts']],
    ['!src/a.ts', ['!src/a.ts'], ['src/a.ts', 'src/b.ts']],
    ['**/.hidden/*.ts', ['.hidden/a.ts', 'x/.hidden/.b.ts'], ['hidden/a.ts']],
    ['größe/*.ts', ['größe/a.ts'], ['groesse/a.ts']],
    ['.', ['a.ts', 'src/b.ts'], []],
    ['./', ['a.ts', 'src/b.ts'], []],
    ['src/**/api/*.ts', ['src/api/a.ts', 'src/x/y/api/a.ts'], ['src/xapi/a.ts']],
  ])('%s', (pattern, matching, others) => {
    const matches = compileGlob(pattern);
    expect(matching.filter((file) => !matches(file))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  it.each(['', ' '])('refuses a pattern that is empty: %j', (pattern) => {
    expect(() => compileGlob(pattern)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
  });
});
