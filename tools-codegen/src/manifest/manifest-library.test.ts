import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

const JOBS = `export class Jobs {
  /** Do it. @tool */
  run(name: string): void {}
}
`;

it('is an error if the generated module alone imports a package that does not resolve', () => {
  const options = { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0', types: [] };
  const { dir } = createScratchProject({
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src'] }),
    'node_modules/toolwright/package.json': '{ "name": "toolwright", "exports": { ".": "./index.js" } }',
    'node_modules/toolwright/index.d.ts': 'export interface Manifest {}',
    'src/jobs.ts': JOBS,
  });
  const { ok, diagnostics } = generateUncached({ cwd: dir });
  // The declaration beside package.json is found: only exports are not read.
  expect(ok).toBe(true);
  const { dir: other } = createScratchProject({
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src'] }),
    'node_modules/toolwright/package.json':
      '{ "name": "toolwright", "exports": { ".": { "types": "./dist/index.d.ts" } } }',
    'node_modules/toolwright/dist/index.d.ts': 'export interface Manifest {}',
    'src/jobs.ts': JOBS,
  });
  const refused = generateUncached({ cwd: other });
  expect(diagnostics).toEqual([]);
  expect(refused.diagnostics).toMatchObject([
    { code: 'TW1003', file: 'src/jobs.ts', line: 3, message: expect.stringContaining('`toolwright`') },
  ]);
});
