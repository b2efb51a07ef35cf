// L1, L2, L3
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../..', import.meta.url));

/** Source files that import a module when they run, relative to the packages. */
function importersOf(specifier: RegExp): readonly string[] {
  const imports = new RegExp(`^(?:import|export) (?!type )[^;]*?from '${specifier.source}'`, 'm');
  return readdirSync(packages)
    .flatMap((name) => {
      const files = readdirSync(path.join(packages, name, 'src'), { recursive: true, encoding: 'utf8' });
      return files.map((file) => `${name}/src/${file.replaceAll(path.sep, '/')}`);
    })
    .filter((file) => file.endsWith('.ts') && !file.includes('test.') && !file.includes('/testing/fixtures/'))
    .filter((file) => imports.test(readFileSync(path.join(packages, file), 'utf8')))
    .sort();
}

it('only the subpaths for tests and the scorers of evals load the test kit', () => {
  expect(importersOf(/@toolwright\/testing(?:\/\w+)?/)).toEqual([
    'evals/src/scorers/call-scorers.ts',
    'toolwright/src/testing.ts',
    'toolwright/src/testing/arbitrary.ts',
  ]);
  expect(importersOf(/\.\/testing(?:\/\w+)?\.js/).filter((file) => file.startsWith('toolwright/'))).toEqual(
    [],
  );
});

it('nothing loads fast-check before it is needed', () => {
  expect(importersOf(/fast-check/)).toEqual([]);
});
