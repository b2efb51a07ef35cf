import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

const FIND = '/** Finds. @tool */\nexport const find = (query: string) => query;\n';

function importsOf(files: Readonly<Record<string, string>>): string | undefined {
  const { dir } = createScratchProject({
    'tsconfig.json': JSON.stringify({
      compilerOptions: { module: 'esnext', moduleResolution: 'bundler', types: [], strict: true },
      include: ['src', '.next/types/**/*.ts'],
    }),
    'src/find.ts': FIND,
    ...files,
  });
  return /from '(\.\/find.*)'/.exec(generateUncached({ cwd: dir }).output)?.[1];
}

// M8: a manifest that is stale after each build would be in every commit.
it.each([
  [
    'without extensions in a project of a bundler',
    { 'src/main.ts': "export { find } from './find';\n" },
    './find',
  ],
  ['with extensions in one that writes them', { 'src/main.ts': "export * from './find.js';\n" }, './find.js'],
  [
    'as people do, whatever a tool wrote into its own folder',
    { '.next/types/validator.ts': "import '../../src/find.js';\nexport {};\n" },
    './find',
  ],
])('the manifest imports %s', (_name, files, specifier) => {
  expect(importsOf(files)).toBe(specifier);
});
