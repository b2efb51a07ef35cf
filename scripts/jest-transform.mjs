/** Removes the types from a TypeScript file and compiles its decorators, as ES modules for Jest; `.cts` becomes CommonJS. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from 'esbuild';

const self = readFileSync(fileURLToPath(import.meta.url));

export default {
  getCacheKey: (source, file) =>
    createHash('sha256').update(self).update(version).update(file).update('\0').update(source).digest('hex'),
  process: (source, file) => {
    const { code, map } = transformSync(source, {
      loader: 'ts',
      format: file.endsWith('.cts') ? 'cjs' : 'esm',
      target: 'node20',
      // Without this, a class that refers to itself would get another name when its decorators are compiled.
      keepNames: true,
      sourcefile: file,
      sourcemap: 'external',
      tsconfigRaw: { compilerOptions: { target: 'es2023', verbatimModuleSyntax: true } },
    });
    return { code, map };
  },
};
