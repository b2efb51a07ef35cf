/** Compiles src/*.ts of the current folder with swc into swc/: `node swc.mjs <module|commonjs> <standard|legacy>`. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { transformFileSync } from '@swc/core';

const [modules, decorators] = process.argv.slice(2);
mkdirSync('swc', { recursive: true });
for (const file of readdirSync('src')) {
  const { code } = transformFileSync(`src/${file}`, {
    module: { type: modules === 'module' ? 'es6' : 'commonjs' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform:
        decorators === 'legacy'
          ? { legacyDecorator: true, decoratorMetadata: true }
          : { decoratorVersion: '2022-03' },
    },
  });
  writeFileSync(`swc/${file.replace(/\.ts$/, '.js')}`, code);
}
