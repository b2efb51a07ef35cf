import { rspack } from '@rspack/core';
import { createTestProject, type TestProject } from '../testing/test-project.test.support.js';
import {
  type Compiler,
  loadWebpack,
  rspackOptions,
  runOnce,
  webpackOptions,
  writeLoader,
} from '../testing/webpack-bundlers.test.support.js';

const compilers: Record<string, (project: TestProject) => Compiler | null> = {
  webpack: (project) => loadWebpack()(webpackOptions(project)),
  rspack: (project) =>
    rspack({ ...rspackOptions(project), module: { rules: [{ test: /\.ts$/, use: writeLoader(project) }] } }),
};

it.each(Object.entries(compilers))(
  'explains what to do if a loader of %s leaves decorators in the output',
  async (_, compile) => {
    const project = createTestProject();
    project.write('src/main.ts', 'declare const mark: any;\nexport class Marked { @mark run() {} }\n');
    await expect(runOnce(compile(project))).rejects.toThrow(
      /A loader leaves decorators in its output.*experimentalDecorators.*JSDoc tag @tool.*tool\(fn\)/,
    );
  },
);
