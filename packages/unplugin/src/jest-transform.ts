import { createHash } from 'node:crypto';
import { transformSync, version } from 'esbuild';

/** What is used of the options that Jest gives to transformers. */
interface TransformOptions {
  /** True where Jest runs ES modules as they are. */
  readonly supportsStaticESM: boolean;
}

/** Compiles ES modules to CommonJS for Jest, which cannot `require` them. */
export default {
  process(code: string, file: string, { supportsStaticESM }: TransformOptions) {
    if (supportsStaticESM) return { code };
    return transformSync(code, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      // Jest has `import()` for ES modules only.
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': URL_OF_MODULE },
      banner: `const ${URL_OF_MODULE} = require('node:url').pathToFileURL(__filename).href;`,
      sourcefile: file,
      sourcemap: 'inline',
      logLevel: 'silent',
    });
  },
  getCacheKey(code: string, file: string, { supportsStaticESM }: TransformOptions): string {
    return createHash('sha256')
      .update([version, REVISION, supportsStaticESM, file, code].join('\0'))
      .digest('hex');
  },
};

const URL_OF_MODULE = '__toolwright_module_url';

/** Changes with what `process` does, so that Jest does not take what it kept. */
const REVISION = 1;
