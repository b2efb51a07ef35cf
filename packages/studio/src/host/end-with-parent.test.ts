import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildHost, createFolder, removeFolders } from '../studio.test.support.js';

afterAll(removeFolders);

const PARENT = `
  const { fork } = require('node:child_process');
  fork(process.argv[1], [process.argv[2]], { cwd: process.argv[3] });
`;

const PROGRAM = `
  import { renameSync, writeFileSync } from 'node:fs';
  export const create = () => {
    writeFileSync('pid.part', String(process.pid));
    renameSync('pid.part', 'pid');
    for (;;);
  };
`;

const until = async (passes: () => boolean): Promise<void> => {
  while (!passes()) await new Promise((resolve) => setTimeout(resolve, 50));
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

// K1
it('ends the program when Studio is killed, also in the middle of an endless loop', async () => {
  const host = await buildHost();
  const folder = createFolder({ 'program.mjs': PROGRAM });
  const parent = spawn(process.execPath, ['-e', PARENT, host, path.join(folder, 'program.mjs'), folder], {
    stdio: 'ignore',
  });
  const file = path.join(folder, 'pid');
  await until(() => existsSync(file));
  const pid = Number(readFileSync(file, 'utf8'));
  try {
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !isAlive(pid));
  } finally {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
}, 60_000);
