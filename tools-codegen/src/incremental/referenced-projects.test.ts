import { symlinkSync } from 'node:fs';
import { createOwnCode } from '@toolwright/program';
import {
  BASE_CONFIG,
  createScratchProject,
} from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import { findRun } from '../find-run.js';
import { shown } from '../testing/edits.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

const config = (references: readonly string[] = []) =>
  JSON.stringify({
    extends: BASE_CONFIG,
    compilerOptions: { composite: true, noEmit: false, rootDir: 'src', outDir: 'dist' },
    include: ['src'],
    references: references.map((path) => ({ path })),
  });
const class_ = (name: string, type = 'string') =>
  `import { tool } from 'toolwright';\nexport class ${name} { /** Runs. */ @tool run${name}(item: ${type}): void {} }\n`;

// M8
it.each(['not built yet', 'built'])(
  'a package of the workspace, %s, is read from its source, also after an edit',
  async (state) => {
    const { dir, write } = createScratchProject({
      'stock/package.json':
        '{ "name": "@acme/stock", "type": "module", "exports": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } }',
      'stock/tsconfig.json': config(),
      'stock/src/index.ts': "export * from './item.js';\n",
      'stock/src/item.ts': 'export interface Item { before: string }\n',
      ...(state === 'built' && { 'stock/dist/index.d.ts': 'export interface Item { built: string }\n' }),
      'orders/node_modules/own/package.json': '{}',
      'orders/node_modules/@acme/package.json': '{}',
      'orders/tsconfig.json': config(['../stock']),
      ...Object.fromEntries(['B', 'C', 'D', 'E'].map((name) => [`orders/src/${name}.ts`, class_(name)])),
      'orders/src/A.ts': `import type { Item } from '@acme/stock';\n${class_('A', 'Item')}`,
    });
    symlinkSync(`${dir}/stock`, `${dir}/orders/node_modules/@acme/stock`);
    const options = { cwd: `${dir}/orders` };
    const run = async () => {
      const code = createOwnCode(`${dir}/orders/node_modules/own`);
      const cached = await (await findRun(code, options, sharedFiles('types'))).result();
      expect(shown(cached)).toEqual(shown(generateUncached(options)));
      expect(cached.ok).toBe(true);
      return cached.output;
    };
    expect(await run()).toContain('before');
    write('stock/src/item.ts', 'export interface Item { after: string }\n');
    write('orders/src/B.ts', class_('B', 'number'));
    expect(await run()).toContain('after');
  },
);
