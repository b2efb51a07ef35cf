import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Builds Studio's page. `build.mjs` runs this when a source has changed. */
export default defineConfig({
  root: here('.'),
  base: './',
  configFile: false,
  // Refers to sources, so that a package build can never be stale.
  resolve: {
    alias: {
      '@toolwright/contract': here('../../contract/src/index.ts'),
      '@toolwright/json-schema': here('../../json-schema/src/document/references.ts'),
      '@toolwright/json': here('../../json/src/json-pointer.ts'),
    },
  },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: {
    outDir: here('../dist/page'),
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy allows neither inline scripts nor inline images in styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
  logLevel: 'warn',
});
