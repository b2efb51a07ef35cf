import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { createAlarm } from './alarm.js';
import { createFolderWatcher } from './folder-watcher.js';
import { createLook } from './look.js';
import { createSession } from './session.js';
import type { WatchedRun } from './watch-options.js';

const FILE = 'src/a.ts';

const source = (...tools: string[]) =>
  [
    "import { tool } from 'toolwright';\n",
    ...tools.map((name) => `export const ${name} = tool(function ${name}(value: string): void {});\n`),
  ].join('');

/** A check of a real project, and changes that may happen during it. */
function start() {
  const project = createScratchProject({ [FILE]: source('first') });
  const meanwhile: (() => void)[] = [];
  const rang = async (): Promise<boolean> => {
    const change = meanwhile.shift();
    change?.();
    return change !== undefined;
  };
  const runs: WatchedRun[] = [];
  const session = createSession({ cwd: project.dir });
  const look = createLook(session, rang, (run) => void runs.push(run));
  const out = path.join(project.dir, 'src/toolwright.gen.ts');
  const names = () =>
    existsSync(out) ? readFileSync(out, 'utf8').match(/(?<=name: ')\w+/g) : 'nothing was written';
  return { ...project, meanwhile, runs, look, names };
}

describe('a check of a watched project', () => {
  it('holds back the errors of a half-written file', async () => {
    const { write, meanwhile, runs, look, names } = start();
    await look();
    expect(names()).toEqual(['first']);
    write(FILE, source('second'));
    meanwhile.push(() => write(FILE, source('second', 'third')));
    await look();
    expect(names()).toEqual(['first']);
    await look();
    expect(names()).toEqual(['second', 'third']);
    expect(runs).toMatchObject([{ written: true }, { written: true }]);
  });

  it('reports held-back errors if the change had no effect', async () => {
    const { write, meanwhile, runs, look, names } = start();
    meanwhile.push(() => {});
    await look();
    expect(names()).toBe('nothing was written');
    await look();
    expect(names()).toEqual(['first']);
    write(FILE, 'export const half = ');
    meanwhile.push(() => {});
    await look();
    expect(runs).toHaveLength(1);
    await look();
    expect(runs[1]).toMatchObject({ kind: 'done', run: { ok: false }, written: false });
    write('tsconfig.json', '{');
    meanwhile.push(() => {});
    await look();
    expect(runs).toHaveLength(2);
    await look();
    expect(runs[2]).toMatchObject({ kind: 'failed', error: { code: 'INVALID_PROJECT' } });
  });

  it('holds nothing back twice, however much changes', async () => {
    const { write, meanwhile, look, names } = start();
    meanwhile.push(
      () => write(FILE, source('second')),
      () => write(FILE, source('third')),
    );
    await look();
    await look();
    expect(names()).toEqual(['second']);
  });
});

// Other systems report changes later.
const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('an alarm knows of a change that happened while nobody could hear of it', async () => {
  const { dir, write } = createScratchProject({ [FILE]: source('first') });
  const alarm = createAlarm(1, 100);
  const watcher = createFolderWatcher(alarm.ring);
  watcher.watch(new Set([path.join(dir, 'src')]));
  try {
    write(FILE, source('second'));
    await alarm.next();
    expect(await alarm.rang()).toBe(false);
    write(FILE, source('third'));
    expect(await alarm.rang()).toBe(true);
    await alarm.next();
    expect(await alarm.rang()).toBe(false);
  } finally {
    watcher.close();
  }
});
