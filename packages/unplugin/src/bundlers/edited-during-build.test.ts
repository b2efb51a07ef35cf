import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rspack } from '@rspack/core';
import type { Outcome } from '../testing/bundler.test.support.js';
import {
  createTestProject,
  runBundle,
  type Said,
  type TestProject,
} from '../testing/test-project.test.support.js';
import {
  type Compiler,
  follow,
  loadWebpack,
  rspackOptions,
  webpackOptions,
} from '../testing/webpack-bundlers.test.support.js';

/** A loader that edits the tool when the first build reads it, after codegen has read it. */
function writeEditingLoader({ folder }: TestProject): string {
  const loader = path.join(folder, 'edit.cjs');
  writeFileSync(
    loader,
    `const fs = require('node:fs');
     module.exports = function (code) {
       if (!this.resourcePath.endsWith('tax.ts') || globalThis[__filename]) return code;
       globalThis[__filename] = true;
       const edited = code.replaceAll('amount', 'total');
       fs.writeFileSync(this.resourcePath, edited);
       return edited;
     };`,
  );
  return loader;
}

const COMPILERS: Readonly<Record<string, (project: TestProject) => Compiler | null>> = {
  webpack: (project) => loadWebpack()(withLoader(webpackOptions(project), project)),
  Rspack: (project) => rspack(withLoader(rspackOptions(project), project)),
};

function withLoader<Options extends { module?: { rules?: unknown[] } }>(
  options: Options,
  project: TestProject,
): Options {
  const rule = { test: /\.ts$/, enforce: 'pre' as const, loader: writeEditingLoader(project) };
  return { ...options, module: { rules: [...(options.module?.rules ?? []), rule] } };
}

it.each(Object.keys(COMPILERS))(
  'a source that is edited between codegen and the compilation is never in a bundle of %s with the older manifest',
  async (name) => {
    const project = createTestProject();
    const said: Said[] = [];
    const outcomes: Outcome[] = [];
    await new Promise<void>((resolve) => {
      const stop = follow(COMPILERS[name]?.(project) ?? null, (outcome) => {
        outcomes.push(outcome);
        if (outcome.error === undefined) said.push(runBundle(project));
        if (said.at(-1)?.names[0] === 'total' || outcomes.length > 5) void stop().then(resolve);
      });
    });
    expect(said.filter(({ first, names }) => first !== names[0])).toEqual([]);
    expect(said.at(-1)).toMatchObject({ first: 'total', names: ['total', 'unit'] });
  },
);
