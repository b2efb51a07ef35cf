import { projectDisk, runProject } from '../incremental/run-project.js';
import { INITIAL } from '../testing/edits.test.support.js';
import { createScratchProject } from '../testing/scratch-project.test.support.js';
import type { StartWorker } from './reading-help.js';
import { startWhereItPays, startWorker } from './start-worker.js';
import type { WorkerResult } from './worker-task.js';

const NEVER_IDLE = { idle: Number.POSITIVE_INFINITY, total: 0, count: 2 };
const ALWAYS_IDLE = { idle: Number.NEGATIVE_INFINITY, total: 0, count: 2 };

function read(cwd: string, start: StartWorker) {
  const options = { cwd };
  const run = { parsedLib: new Map(), parsed: new Map(), disk: projectDisk(options), startWorker: start };
  return runProject(options, run).result;
}

describe('the worker of codegen', () => {
  it('reads the sites that the main thread leaves', () => {
    const { dir } = createScratchProject(INITIAL);
    let sent: WorkerResult | undefined;
    const result = read(dir, () => {
      const worker = startWorker({ cwd: dir });
      if (worker === undefined) throw new Error('Build the workspace first.');
      return {
        ...worker,
        claim: () => [],
        result: () => {
          // A slow machine may need more than one wait.
          for (let waits = 0; sent === undefined && waits < 20; waits += 1) sent = worker.result();
          return sent;
        },
      };
    });
    expect(sent?.readings.length).toBe(sent?.count);
    expect(result.output).toBe(read(dir, () => undefined).output);
  }, 180_000);

  it('sends nothing if it meets an error, which the main thread reports', () => {
    const { dir } = createScratchProject(INITIAL);
    const broken = createScratchProject({ ...INITIAL, 'tsconfig.json': '{' });
    const result = read(dir, () => startWorker({ cwd: broken.dir }));
    expect(result.tools.length).toBeGreaterThan(1);
  }, 180_000);
});

describe('startWhereItPays', () => {
  const { dir } = createScratchProject(INITIAL);
  const files = [`${dir}/src/base.ts`];

  it('starts no worker for a small project', () => {
    expect(startWhereItPays({ cwd: dir }, ALWAYS_IDLE)(files, projectDisk({ cwd: dir }))).toBeUndefined();
  });

  it('starts no worker while all processors are busy', () => {
    const large = createScratchProject({ 'src/many.ts': '/** @tool */\n'.repeat(2000) });
    const disk = projectDisk({ cwd: large.dir });
    expect(
      startWhereItPays({ cwd: large.dir }, NEVER_IDLE)([`${large.dir}/src/many.ts`], disk),
    ).toBeUndefined();
  });
});
