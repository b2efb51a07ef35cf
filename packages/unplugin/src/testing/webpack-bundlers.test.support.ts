import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration as RspackConfig } from '@rspack/core';
import type { Configuration as WebpackConfig } from 'webpack';
import { codegen } from '../codegen-plugin.js';
import type { Bundler, Outcome } from './bundler.test.support.js';
import type { TestProject } from './test-project.test.support.js';

const require = createRequire(import.meta.url);

export const WEBPACK: Bundler = {
  quietMs: 1_500,
  build: async (project) => runOnce(loadWebpack()(webpackOptions(project))),
  watch: async (project, onBuild) => follow(loadWebpack()(webpackOptions(project)), onBuild),
};

export const RSPACK: Bundler = {
  quietMs: 1_500,
  build: async (project) => runOnce((await import('@rspack/core')).rspack(rspackOptions(project))),
  watch: async (project, onBuild) =>
    follow((await import('@rspack/core')).rspack(rspackOptions(project)), onBuild),
};

/** `import` would read all exports, some of which are deprecated and print warnings. */
export function loadWebpack(): typeof import('webpack') {
  return require('webpack');
}

export function webpackOptions(project: TestProject): WebpackConfig {
  return {
    ...webpackLikeOptions(project),
    mode: 'development',
    module: { rules: [{ test: /\.ts$/, use: writeLoader(project) }] },
    plugins: [codegen.webpack({ cwd: project.folder })],
  };
}

/** A loader that only removes types: like esbuild without a target, it leaves decorators. */
export function writeLoader(project: TestProject): string {
  const loader = path.join(project.folder, 'loader.cjs');
  writeFileSync(
    loader,
    `module.exports = function (code) {
       return require(${JSON.stringify(require.resolve('esbuild'))}).transformSync(code, { loader: 'ts' }).code;
     };`,
  );
  return loader;
}

export function rspackOptions(project: TestProject): RspackConfig {
  return {
    ...webpackLikeOptions(project),
    mode: 'development',
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
          type: 'javascript/auto',
        },
      ],
    },
    plugins: [codegen.rspack({ cwd: project.folder })],
  };
}

function webpackLikeOptions({ folder, main, bundle }: TestProject) {
  return {
    target: 'node' as const,
    context: folder,
    entry: main,
    devtool: false as const,
    output: { path: path.dirname(bundle), filename: path.basename(bundle) },
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  };
}

/** The common part of webpack, Rspack and their compilers of several configurations. */
export interface Compiler {
  run(done: Done): void;
  watch(options: object, done: Done): { close(done: () => void): void } | undefined;
  close(done: () => void): void;
}

type Done = (error: Error | null | undefined, stats: Stats | undefined) => void;

interface Stats {
  hasErrors(): boolean;
  toString(options: 'errors-only'): string;
}

export function runOnce(compiler: Compiler | null): Promise<void> {
  return new Promise((resolve, reject) => {
    compiler?.run((error, stats) =>
      compiler.close(() => {
        const outcome = outcomeOf(error, stats);
        if (outcome.error === undefined) resolve();
        else reject(new Error(outcome.error));
      }),
    );
  });
}

export function follow(compiler: Compiler | null, onBuild: (outcome: Outcome) => void): () => Promise<void> {
  const watching = compiler?.watch({ aggregateTimeout: 20 }, (error, stats) =>
    onBuild(outcomeOf(error, stats)),
  );
  return () => new Promise((resolve) => watching?.close(resolve));
}

function outcomeOf(error: Error | null | undefined, stats: Stats | undefined): Outcome {
  return { error: error?.message ?? (stats?.hasErrors() ? stats.toString('errors-only') : undefined) };
}
