import { readFileSync } from 'node:fs';
import { createOwnCode } from '@toolwright/program';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import { findRun } from '../find-run.js';
import { checkModules } from '../manifest/check-modules.js';
import { writeModules } from '../manifest/write-modules.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';
import { createSession } from '../watch/session.js';

function handbook(uri: string): string {
  return `import { resource } from 'toolwright';
import type { Slug } from './slug.js';
export class Handbook {
  /** A page. */
  @resource('${uri}') page(slug: Slug): string { return slug; }
}
`;
}

const FILES = {
  'node_modules/own/package.json': '{ "name": "own", "version": "1.0.0" }',
  'src/slug.ts': "export type Slug = 'a' | 'b';\n",
  'src/handbook.ts': handbook('handbook://pages/{slug}'),
  'src/other.ts':
    "import { resource } from 'toolwright';\n/** Other. */\nexport const other = resource('handbook://other', () => 1);\n",
  'src/third.ts': 'export const third = 3;\n',
  'src/fourth.ts': 'export const fourth = 4;\n',
};
const [OTHER, PAGES] = ['handbook://other', 'handbook://pages/{slug}'];

it('resources are the same from the cache, after one changed file and in a new run', async () => {
  const { dir, write } = createScratchProject(FILES);
  const options = { cwd: dir };
  const code = createOwnCode(`${dir}/node_modules/own`);
  const shared = sharedFiles('types');
  const run = async () => {
    const found = await findRun(code, options, shared);
    const { output, resources } = await found.result();
    expect(output).toBe(generateUncached(options).output);
    expect(resources.map(({ uri }) => uri)).toEqual(found.resources);
    return found;
  };
  const first = await run();
  expect(first).toMatchObject({ ok: true, toolCount: 0, resources: [OTHER, PAGES], diagnostics: [] });
  await writeModules(first);
  expect((await run()).resources).toEqual([OTHER, PAGES]);
  expect(await checkModules(await run())).toMatchObject({ ok: true, stale: [] });

  write('src/slug.ts', "export type Slug = 'a' | 'c';\n");
  expect(await checkModules(await run())).toMatchObject({
    ok: false,
    diff: expect.stringContaining("['a', 'c']"),
  });
  write('src/handbook.ts', handbook('handbook://{slug}'));
  expect((await run()).resources).toEqual([OTHER, 'handbook://{slug}']);
  write('src/handbook.ts', handbook('handbook://{slgu}'));
  const broken = await findRun(code, options, shared);
  expect(broken.diagnostics.map(({ code: found }) => found)).toEqual(['TW1035', 'TW1036']);
  expect(broken.ok).toBe(false);
});

it('resources follow their files while codegen watches', async () => {
  const { dir, write } = createScratchProject(FILES);
  const session = createSession({ cwd: dir, validators: true });
  const first = session.update();
  expect(first?.resources).toEqual([OTHER, PAGES]);
  if (first !== undefined) await writeModules(first);
  expect(readFileSync(first?.validators.file ?? '', 'utf8')).toContain('validatePage');
  expect(session.update()).toBeUndefined();
  write('src/handbook.ts', handbook('handbook://a/{slug}'));
  const second = session.update();
  expect(second?.resources).toEqual(['handbook://a/{slug}', OTHER]);
  expect((await second?.result())?.output).toBe(generateUncached({ cwd: dir, validators: true }).output);
});
