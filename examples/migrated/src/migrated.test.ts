import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateZod } from '@toolwright/import/zod';

const example = fileURLToPath(new URL('..', import.meta.url));
const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');
let folder = '';

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-migrated-')));
  cpSync(join(example, 'before'), join(folder, 'src'), { recursive: true });
  cpSync(join(example, 'src/model.ts'), join(folder, 'src/model.ts'));
  symlinkSync(join(example, 'node_modules'), join(folder, 'node_modules'), 'junction');
  cpSync(join(example, 'package.json'), join(folder, 'package.json'));
  const base = join(example, '../../tsconfig.base.json');
  const compilerOptions = { types: ['node'], composite: false };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: base, compilerOptions, include: ['src'] }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

// N3
it('is what the migration makes of the project before', async () => {
  const { comparison, kept, byHand, zod } = await migrateZod({ cwd: folder });
  expect({ comparison, kept, byHand }).toEqual({
    comparison: { equal: 2, differences: [], unknown: [] },
    kept: [],
    byHand: [],
  });
  expect(zod).toEqual([{ file: 'src/tools.ts', line: 11, text: 'Zod stays: only Zod can run `.refine()`.' }]);
  for (const file of ['src/tools.ts', 'src/main.ts']) expect(text(folder, file)).toBe(text(example, file));
});

// N3
it('answers with the results of both tools', () => {
  const { stdout } = spawnSync(process.execPath, [join(example, 'dist/main.js')], { encoding: 'utf8' });
  expect(stdout).toBe(`forecast {"city":"Oslo","unit":"celsius","degrees":[12,13]}
findRooms ["Two beds in Oslo, 2026-05-03 to 2026-05-05"]
It is 12 to 13 degrees, and there is a room.
`);
});
