import { fileURLToPath } from 'node:url';
import { createScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../program/src/testing/shared-files.js';
import { analyseProject } from '../analyse-project.js';

const base = fileURLToPath(new URL('../../fixtures/base.json', import.meta.url));

const FILES = {
  'tsconfig.json': JSON.stringify({ extends: base, include: ['src'] }),
  'package.json': '{ "type": "module" }',
  'src/tools.ts': `import { erase } from 'in-modules';
import { read } from 'in-typescript';
import { old } from 'in-commonjs';
import { tool } from 'toolwright';
/** Erase. */
export const erasing = tool((file: string): void => erase(file));
/** Read. */
export const reading = tool((file: string): string => read(file));
/** Something else. */
export const other = tool((file: string): void => old(file));
`,
  'node_modules/in-modules/package.json':
    '{ "name": "in-modules", "type": "module", "exports": "./index.js" }',
  'node_modules/in-modules/index.js': "export { erase } from './inner.js';\n",
  'node_modules/in-modules/index.d.ts': 'export declare function erase(file: string): void;\n',
  'node_modules/in-modules/inner.js':
    "import { rmSync } from 'node:fs';\nexport function erase(file) { rmSync(file); }\n",
  'node_modules/in-typescript/package.json':
    '{ "name": "in-typescript", "type": "module", "exports": { "types": "./dist/index.d.ts" } }',
  'node_modules/in-typescript/dist/index.d.ts': 'export declare function read(file: string): string;\n',
  'node_modules/in-typescript/src/index.ts': "export { read } from './read.ts';\n",
  'node_modules/in-typescript/src/read.ts':
    "import { readFileSync } from 'node:fs';\nexport function read(file: string): string { return readFileSync(file, 'utf8'); }\n",
  'node_modules/in-commonjs/package.json': '{ "name": "in-commonjs", "main": "./index.js" }',
  'node_modules/in-commonjs/index.js': "exports.old = (file) => require('fs').rmSync(file);\n",
  'node_modules/in-commonjs/index.d.ts': 'export declare function old(file: string): void;\n',
};

it('reads TypeScript and ES modules of packages with `follow`, and nothing of them without', () => {
  const { dir } = createScratchProject(FILES);
  const effects = (follow: boolean) =>
    analyseProject({ cwd: dir, follow }, sharedFiles('bodies')).tools.map(({ name, effects: found }) => [
      name,
      ...found.map(({ effect, reason }) => reason ?? effect),
    ]);
  expect(effects(false)).toEqual([
    ['erasing', 'package in-modules'],
    ['other', 'package in-commonjs'],
    ['reading', 'package in-typescript'],
  ]);
  expect(effects(true)).toEqual([
    ['erasing', 'fs.write'],
    ['other', 'package in-commonjs'],
    ['reading', 'fs.read'],
  ]);
});
