import { setTimeout as sleep } from 'node:timers/promises';
import { build, context, type PluginBuild } from 'esbuild';
import { esbuildOptions } from '../testing/bundlers.test.support.js';
import { createTestProject, runBundle, type Said } from '../testing/test-project.test.support.js';

it('builds again after an edit between codegen and the bundle', async () => {
  const project = createTestProject();
  const said: Said[] = [];
  const editing = {
    name: 'editing',
    setup: ({ onLoad, onEnd }: PluginBuild) => {
      onLoad({ filter: /main\.ts$/ }, () => {
        if (said.length === 0) project.writeTool('total: number');
        return undefined;
      });
      onEnd(() => void said.push(runBundle(project)));
    },
  };
  const options = esbuildOptions(project);
  const watching = await context({ ...options, plugins: [...options.plugins, editing] });
  try {
    await watching.watch();
    const end = Date.now() + 20_000;
    while (said.at(-1)?.names[0] !== 'total' && Date.now() < end) await sleep(20);
    expect(said.map(({ first, names }) => [first, names[0]])).toEqual([
      ['total', 'amount'],
      ['total', 'total'],
    ]);
  } finally {
    await watching.dispose();
  }
});

it('compiles decorators even without a target', async () => {
  const project = createTestProject();
  project.write(
    'src/main.ts',
    'const seen: string[] = [];\n' +
      'const mark = (_: unknown, { name }: { name: string }) => void seen.push(name);\n' +
      'export class Marked { @mark run() {} }\nconsole.log(JSON.stringify({ names: seen }));\n',
  );
  await build(esbuildOptions(project));
  expect(runBundle(project)).toEqual({ names: ['run'] });
});
