import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { printDiagnostics } from '@toolwright/program';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generate } from '../generate.js';
import { writeModules } from '../manifest/write-modules.js';

/** The project whose files are asked for. */
let folder = '';
/** Counts the file system calls. */
const asked = { stat: 0, list: 0, open: 0, bytes: 0 };

const { statSync, readdirSync, openSync, readFileSync } = fs;
const counting = {
  statSync: (...args: Parameters<typeof statSync>) => {
    if (String(args[0]).startsWith(`${folder}${path.sep}`)) asked.stat += 1;
    return statSync(...args);
  },
  readdirSync: (...args: Parameters<typeof readdirSync>) => {
    asked.list += 1;
    return readdirSync(...args);
  },
  openSync: (...args: Parameters<typeof openSync>) => {
    asked.open += 1;
    return openSync(...args);
  },
  readFileSync: (...args: Parameters<typeof readFileSync>) => {
    const content = readFileSync(...args);
    asked.bytes += content.length;
    return content;
  },
};

/** Creates files with one tool each, and counts the work of a run in which none of them has changed. */
async function unchangedRun(files: number): Promise<typeof asked> {
  const sources = Array.from({ length: files }, (_, index) => [
    `src/tool-${index}.ts`,
    `import { tool } from 'toolwright';\n/** Finds. */\nexport const find${index} = tool((query: string) => query);\n`,
  ]);
  const { dir } = createScratchProject({
    'node_modules/own/package.json': '{}',
    ...Object.fromEntries(sources),
  });
  folder = dir;
  for (let run = 0; run < 2; run += 1) await writeModules(await generate({ cwd: dir }));
  Object.assign(asked, { stat: 0, list: 0, open: 0, bytes: 0 });
  const last = await generate({ cwd: dir });
  expect(await writeModules(last)).toBe('unchanged');
  const work = { ...asked };
  expect(last.tools.map(({ name }) => name)).toHaveLength(files);
  expect(last.files).toContain(path.join(dir, 'src/tool-0.ts'));
  return work;
}

const { now } = Date;

beforeAll(() => {
  Object.assign(fs, counting);
  syncBuiltinESMExports();
  // All files are so old that their time stamps prove their content.
  Date.now = () => now() + 60_000;
});
afterAll(() => {
  Object.assign(fs, { statSync, readdirSync, openSync, readFileSync });
  syncBuiltinESMExports();
  Date.now = now;
});

describe('a run without changes', () => {
  it('checks the time stamp of each file once, and reads one small file at any size', async () => {
    // The first project of a process is not measured: it may ask for more.
    await unchangedRun(1);
    const [small, large] = [await unchangedRun(5), await unchangedRun(105)];
    expect(large.stat - small.stat).toBe(100);
    expect([small.open, large.open]).toEqual([1, 1]);
    expect([small.list, large.list]).toEqual([0, 0]);
    // Path, time stamp and place of a tool; its source and its schema would take more.
    expect((large.bytes - small.bytes) / 100).toBeLessThan(300);
  });

  it('knows the lines of its diagnostics, unless they are long', async () => {
    const long = `query: ${JSON.stringify('x'.repeat(500))}`;
    const { dir } = createScratchProject({
      'node_modules/own/package.json': '{}',
      'src/a.ts':
        "import { tool } from 'toolwright';\nexport const plain = tool((query: string) => query);\n",
      'src/b.ts': `import { tool } from 'toolwright';\nexport const wide = tool((${long}) => query);\n`,
    });
    for (let run = 0; run < 2; run += 1) await writeModules(await generate({ cwd: dir }));
    const { diagnostics, projectDir, sourceLine } = await generate({ cwd: dir });
    expect(diagnostics.map(({ file, code }) => [file, code])).toEqual([
      ['src/a.ts', 'TW3002'],
      ['src/b.ts', 'TW3002'],
    ]);
    const read = await printDiagnostics(diagnostics, { projectDir, cwd: dir });
    expect(read).toContain('  2 | export const plain');
    expect(read).toContain('  2 | export const wide');
    asked.open = 0;
    expect(await printDiagnostics(diagnostics, { projectDir, cwd: dir, sourceLine })).toBe(read);
    expect(asked.open).toBe(1);
  });
});
