import path from 'node:path';
import { type BuildOptions, build, context, transform } from 'esbuild';
import type { Plugin, RollupOptions, RollupWatcher } from 'rollup';
import type { InlineConfig } from 'vite';
import { codegen } from '../codegen-plugin.js';
import type { Bundler, Outcome } from './bundler.test.support.js';
import { outside } from './outside-bundlers.test.support.js';
import type { TestProject } from './test-project.test.support.js';
import { RSPACK, WEBPACK } from './webpack-bundlers.test.support.js';

/** The supported bundlers, used as their users do. */
export const BUNDLERS = {
  esbuild: {
    quietMs: 500,
    build: async (project) => {
      const { warnings } = await build(esbuildOptions(project));
      expect(warnings).toEqual([]);
    },
    watch: async (project, onBuild) => {
      const report = {
        name: 'report',
        setup: ({ onEnd }: { onEnd: (end: (result: { errors: { text: string }[] }) => void) => void }) =>
          onEnd(({ errors: [error] }) => onBuild({ error: error?.text })),
      };
      const { plugins, ...options } = esbuildOptions(project);
      const watching = await context({ ...options, plugins: [...plugins, report] });
      await watching.watch();
      return () => watching.dispose();
    },
  },
  rollup: {
    quietMs: 500,
    build: async (project) => {
      const { rollup } = await import('rollup');
      const { output, ...options } = rollupOptions(project);
      const bundle = await rollup(options);
      await bundle.write(output);
      await bundle.close();
    },
    watch: async (project, onBuild) => {
      const { watch } = await import('rollup');
      return followRollup(watch(rollupOptions(project)), onBuild);
    },
  },
  rolldown: outside('rolldown'),
  vite: {
    quietMs: 500,
    build: async (project) => {
      const vite = await import('vite');
      await vite.build(viteOptions(project));
    },
    watch: async (project, onBuild) => {
      const vite = await import('vite');
      const options = viteOptions(project);
      const watcher = await vite.build({ ...options, build: { ...options.build, watch: {} } });
      if (!('on' in watcher)) throw new Error('Vite does not watch.');
      return followRollup(watcher, onBuild);
    },
  },
  vite8: outside('vite8'),
  webpack: WEBPACK,
  rspack: RSPACK,
} satisfies Record<string, Bundler>;

export function esbuildOptions({ folder, main, bundle }: TestProject) {
  return {
    entryPoints: [main],
    bundle: true,
    outfile: bundle,
    format: 'esm',
    logLevel: 'silent',
    plugins: [codegen.esbuild({ cwd: folder })],
  } satisfies BuildOptions;
}

function rollupOptions({ folder, main, bundle }: TestProject) {
  return {
    input: main,
    output: { file: bundle, format: 'es' },
    plugins: [codegen.rollup({ cwd: folder }), typescript],
    watch: { chokidar: { usePolling: true, interval: 20 }, buildDelay: 20 },
  } satisfies RollupOptions;
}

/** Makes Rollup read TypeScript: it resolves names of JavaScript files to their sources, and removes types. */
const typescript: Plugin = {
  name: 'typescript',
  resolveId: (source, importer) =>
    importer !== undefined && /^\.\.?\//.test(source)
      ? path.resolve(path.dirname(importer), source).replace(/\.js$/, '.ts')
      : undefined,
  transform: async (code) => (await transform(code, { loader: 'ts' })).code,
};

function viteOptions({ folder, main }: TestProject) {
  return {
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: main,
      sourcemap: true,
      rollupOptions: { output: { entryFileNames: 'main.js' } },
    },
    plugins: [codegen.vite({ cwd: folder })],
  } satisfies InlineConfig;
}

function followRollup(watcher: RollupWatcher, onBuild: (outcome: Outcome) => void): () => Promise<void> {
  watcher.on('event', (event) => {
    if (event.code === 'BUNDLE_END') onBuild({});
    if (event.code === 'ERROR') onBuild({ error: event.error.message });
    if ('result' in event) void event.result?.close();
  });
  return () => watcher.close();
}
