import path from 'node:path';
import { BUNDLERS } from '../testing/bundlers.test.support.js';
import { createTestProject, runBundle, type TestProject } from '../testing/test-project.test.support.js';
import { loadWebpack, runOnce, webpackOptions } from '../testing/webpack-bundlers.test.support.js';

const SAID = { first: 'amount', names: ['amount', 'unit'] };

/** The same project, bundled to another file. */
function copies(project: TestProject, count: number): TestProject[] {
  return Array.from({ length: count }, (_, index) => ({
    ...project,
    bundle: path.join(project.folder, `dist-${index}`, 'main.js'),
  }));
}

it('serves all configurations of one webpack', async () => {
  const parts = copies(createTestProject(), 3);
  await runOnce(loadWebpack()(parts.map(webpackOptions)));
  for (const part of parts) expect(runBundle(part)).toMatchObject(SAID);
});

it('serves builds of several bundlers at once, and each after an edit', async () => {
  const project = createTestProject('wrong: symbol');
  const bundlers = [BUNDLERS.esbuild, BUNDLERS.rollup, BUNDLERS.rspack];
  const parts = copies(project, bundlers.length);
  const buildAll = () =>
    Promise.allSettled(bundlers.map(({ build }, index) => build(parts[index] ?? project)));
  const failed = await buildAll();
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  project.writeTool('amount: number');
  const built = await buildAll();
  expect(built.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  for (const part of parts) expect(runBundle(part)).toMatchObject(SAID);
});
