import { findSyntaxProblems } from './syntax-problems.js';

describe('the syntax of a file', () => {
  it.each([
    ['a.ts', 'const = 1;\n', 1, 'Variable declaration expected.'],
    [
      'folder with space/a.tsx',
      'const a = <div>;\n',
      1,
      "JSX element 'div' has no corresponding closing tag.",
    ],
    ['a.mts', 'const a = 1;\nfunction {\n', 2, 'Identifier expected.'],
    ['a.js', '\nconst a: number = 1;\n', 2, 'Type annotations can only be used in TypeScript files.'],
    ['a.cjs', 'let a = (1;\n', 1, "')' expected."],
  ])('of %s: an error is reported with its line', async (path, text, line, message) => {
    expect((await findSyntaxProblems(path, text))[0]).toEqual({ path, line, message });
  });

  it.each([
    [
      'a.ts',
      "@tool() class A { @get() x = 1; accessor y = 2; }\nimport x from './missing.js';\nexport default x;\n",
    ],
    ['a.tsx', 'export const a = <div>{1}</div>;\n'],
    ['a.d.ts', 'declare const a: number;\n'],
    ['a.cts', "import fs = require('node:fs');\nexport = fs;\n"],
    ['a.jsx', 'const a = await import("x");\nexport default <a />;\n'],
    ['a.ts', 'const wrongType: number = "text";\n'],
  ])('of %s: correct syntax has no problems', async (path, text) => {
    expect(await findSyntaxProblems(path, text)).toEqual([]);
  });

  it('is checked in time that grows linearly with its length', async () => {
    const times: number[] = [];
    for (const size of [5_000, 10_000, 20_000]) {
      const before = process.cpuUsage();
      await findSyntaxProblems('a.ts', `const a = 1;${'var needle=1;'.repeat(size)}`);
      const { user, system } = process.cpuUsage(before);
      times.push(user + system);
    }
    // The first check also loads the compiler.
    expect(times[2]).toBeLessThan(8 * Math.max(times[1] ?? 0, 20_000));
  });
});
