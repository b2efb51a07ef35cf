import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { isAlive, killAll, STUBBORN, untilPid, untilTrue } from '../processes.test.support.js';
import { buildHost, buildProgram, createFolder, removeFolders } from '../studio.test.support.js';

afterAll(removeFolders);

const PARENT = `
  const { fork } = require('node:child_process');
  fork(process.argv[1], [process.argv[2]], { cwd: process.argv[3], detached: process.argv[4] === 'group' });
`;

const PROGRAM = `
  import { renameSync, writeFileSync } from 'node:fs';
  export const create = () => {
    writeFileSync('pid.part', String(process.pid));
    renameSync('pid.part', 'pid');
    for (;;);
  };
`;

const startParent = async (program: string, ...how: string[]) => {
  const host = await buildHost();
  const folder = createFolder({ 'program.mjs': program });
  const args = ['-e', PARENT, host, path.join(folder, 'program.mjs'), folder, ...how];
  return { folder, parent: spawn(process.execPath, args, { stdio: 'ignore' }) };
};

/** Kills the parent, and waits for the end of the process that has written its id. */
const expectEnd = async (parent: ChildProcess, pidFile: string) => {
  const pid = await untilPid(pidFile);
  try {
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await untilTrue(() => !isAlive(pid));
  } finally {
    killAll([pid]);
  }
};

// K1
it('ends the program when Studio is killed, also in the middle of an endless loop', async () => {
  const { folder, parent } = await startParent(PROGRAM);
  await expectEnd(parent, path.join(folder, 'pid'));
});

// K1. Windows has no groups of processes.
(process.platform === 'win32' ? it.skip : it)(
  'ends what the program has started as well, also if it ignores SIGTERM',
  async () => {
    const { folder, parent } = await startParent(
      `${STUBBORN}; export const create = () => { for (;;); };`,
      'group',
    );
    await expectEnd(parent, path.join(folder, 'started.pid'));
  },
);

// K1
it('ends a process whose parent has gone before it could look', async () => {
  const program = await buildProgram('host/late-end.test.fixture.ts');
  const folder = createFolder();
  const parent = spawn(process.execPath, ['-e', PARENT, program, '', folder], { stdio: 'ignore' });
  await expectEnd(parent, path.join(folder, 'pid'));
});
