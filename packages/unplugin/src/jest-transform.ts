import { createHash } from 'node:crypto';
import { transformSync, version } from 'esbuild';

/** The Jest option that this transformer reads. */
interface TransformOptions {
  /** Whether Jest runs ES modules natively. */
  readonly supportsStaticESM: boolean;
}

/** Compiles ES modules to CommonJS, because Jest cannot `require` them. */
export default {
  process(code: string, file: string, { supportsStaticESM }: TransformOptions) {
    if (supportsStaticESM) return { code };
    return transformSync(code, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      // Jest supports `import()` only in ES modules.
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

/** Increase this when `process` changes, so that Jest drops its cache. */
const REVISION = 1;
