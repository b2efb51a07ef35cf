/** Bundles the program into `dist/main.js`. With `--watch`, bundles it again after each edit, until Ctrl+C. */
import { codegen } from '@toolwright/unplugin';
import { build, context } from 'esbuild';

/** @type {import('esbuild').BuildOptions} */
const options = {
  entryPoints: ['src/main.ts'],
  outfile: 'dist/main.js',
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'info',
  plugins: [codegen.esbuild()],
};

if (process.argv.includes('--watch')) await (await context(options)).watch();
else await build(options);
