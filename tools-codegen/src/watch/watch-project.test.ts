import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isToolwrightError } from '@toolwright/contract';
import fc from 'fast-check';
import {
  BASE_CONFIG,
  createScratchProject,
  type ScratchProject,
} from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generate } from '../generate.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';
import type { WatchedRun } from './watch-options.js';
import { watchProject } from './watch-project.js';

const OUT = 'src/toolwright.gen.ts';
/** A busy machine takes longer; a lost change takes longer than this. */
const PATIENCE_MS = 200_000;

const toolFile = (name: string, type = 'string') =>
  `import { tool } from 'toolwright';\n/** Does it. */\nexport const ${name} = tool(function ${name}(value: ${type}): void {});\n`;

interface Watching extends ScratchProject {
  readonly runs: readonly WatchedRun[];
  read(): string;
  /** Waits until the condition holds. */
  until(holds: () => boolean): Promise<void>;
  /** Waits until the generated module equals that of a fresh run. */
  settle(): Promise<void>;
  end(): Promise<void>;
}

const open: Watching[] = [];
afterEach(async () => {
  for (const watching of open.splice(0)) await watching.end();
});

async function start(
  files: Readonly<Record<string, string>> = { 'src/a.ts': toolFile('first') },
): Promise<Watching> {
  const project = createScratchProject({ 'node_modules/.keep': '', ...files });
  const { dir } = project;
  const controller = new AbortController();
  const runs: WatchedRun[] = [];
  const read = () => (existsSync(path.join(dir, OUT)) ? readFileSync(path.join(dir, OUT), 'utf8') : '');
  const done = watchProject({ cwd: dir }, { signal: controller.signal, onRun: (run) => void runs.push(run) });
  const until = async (holds: () => boolean): Promise<void> => {
    const end = Date.now() + PATIENCE_MS;
    while (!holds()) {
      if (Date.now() > end) throw new Error(`It did not happen. Runs: ${JSON.stringify(runs)}`);
      await sleep(5);
    }
  };
  const watching: Watching = {
    ...project,
    runs,
    read,
    until,
    settle: () => {
      const { output } = generateUncached({ cwd: dir });
      return until(() => read() === output);
    },
    end: async () => {
      controller.abort();
      await done;
    },
  };
  open.push(watching);
  await until(() => runs.length > 0);
  return watching;
}

describe('watching a project', () => {
  it('writes the module at once, and again after an edit', async () => {
    const { runs, read, write, settle } = await start();
    expect(runs).toMatchObject([{ kind: 'done', written: true, run: { ok: true } }]);
    expect(read()).toContain("name: 'first'");
    write('src/a.ts', toolFile('second'));
    await settle();
    expect(read()).toContain("name: 'second'");
  });

  it('detects new, renamed, replaced and deleted files, and new folders', async () => {
    const { dir, read, write, settle } = await start();
    write('src/b.ts', toolFile('added'));
    await settle();
    mkdirSync(path.join(dir, 'src/deep/er'), { recursive: true });
    await sleep(30);
    write('src/deep/er/c.ts', toolFile('deep'));
    await settle();
    renameSync(path.join(dir, 'src/b.ts'), path.join(dir, 'src/deep/b.ts'));
    await settle();
    expect(read()).toContain("from './deep/b.js'");
    // Atomically, as editors write files.
    write('src/a.ts~', toolFile('replaced'));
    renameSync(path.join(dir, 'src/a.ts~'), path.join(dir, 'src/a.ts'));
    await settle();
    rmSync(path.join(dir, 'src/deep'), { recursive: true });
    await settle();
    expect(read().match(/name: '\w+'/g)).toEqual(["name: 'replaced'"]);
  });

  it('detects another tsconfig, and changes of the module itself', async () => {
    const { dir, read, write, settle } = await start({
      'src/a.ts': toolFile('a'),
      'src/b.ts': toolFile('b'),
    });
    write('tsconfig.json', JSON.stringify({ extends: BASE_CONFIG, include: ['src/b.ts'] }));
    await settle();
    expect(read()).not.toContain("name: 'a'");
    rmSync(path.join(dir, OUT));
    await settle();
    write(OUT, read().replace("name: 'b'", "name: 'c'"));
    await settle();
  });

  it('reports errors, keeps the module meanwhile, and continues', async () => {
    const { runs, read, write, until, settle } = await start();
    const before = read();
    write('src/a.ts', toolFile('first', 'symbol'));
    await until(() => runs.length === 2);
    expect(runs[1]).toMatchObject({ kind: 'done', written: false, run: { ok: false } });
    expect(read()).toBe(before);
    write('src/a.ts', toolFile('first'));
    await until(() => runs.length === 3);
    expect(runs[2]).toMatchObject({ kind: 'done', written: false, run: { ok: true, diagnostics: [] } });
    write('src/a.ts', toolFile('third'));
    await settle();
  });

  it('survives a broken tsconfig', async () => {
    const { dir, runs, write, until, settle } = await start();
    const config = readFileSync(path.join(dir, 'tsconfig.json'), 'utf8');
    write('tsconfig.json', '{ "include": [');
    await until(() => runs.length === 2);
    const [, failed] = runs;
    expect(failed?.kind === 'failed' && isToolwrightError(failed.error) && failed.error.code).toBe(
      'INVALID_PROJECT',
    );
    write('src/a.ts', toolFile('meanwhile'));
    write('tsconfig.json', config);
    await settle();
  });

  it('stores its last run for later runs', async () => {
    const { dir, write, settle, end } = await start();
    write('src/a.ts', toolFile('last'));
    await settle();
    await end();
    expect(existsSync(path.join(dir, 'node_modules/.cache/toolwright'))).toBe(true);
    const { tools, manifest } = await generate({ cwd: dir });
    expect(tools).toMatchObject([{ name: 'last' }]);
    expect(manifest.hash).toBe((await generate({ cwd: dir, cache: false })).manifest.hash);
  });

  it('ends with the result of a fresh run, whatever changes and when', async () => {
    const edit = fc.record({
      file: fc.constantFrom('src/a.ts', 'src/b.ts', 'src/c/d.ts', 'src/type.ts'),
      version: fc.nat(2),
      pauseMs: fc.constantFrom(0, 0, 3, 15),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 6, maxLength: 12 }), async (edits) => {
        const { dir, write, settle } = await start({
          'src/a.ts': toolFile('first', "import('./type.js').Type"),
          'src/type.ts': 'export type Type = 1;\n',
        });
        for (const { file, version, pauseMs } of edits) {
          if (file === 'src/type.ts') write(file, `export type Type = ${version};\n`);
          else if (version === 0 && file !== 'src/a.ts') rmSync(path.join(dir, file), { force: true });
          else
            write(
              file,
              toolFile(`tool${version}`, file === 'src/a.ts' ? "import('./type.js').Type" : 'number'),
            );
          if (pauseMs > 0) await sleep(pauseMs);
        }
        await settle();
      }),
      { numRuns: 4 },
    );
  });
});
