/** Processes that the user's module starts. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive, killAll, STUBBORN, untilPid, untilTrue } from '../../processes.test.support.js';
import {
  buildHost,
  cleanUp,
  openStudio,
  removeFolders,
  type TestStudio,
  TOOLS,
} from '../../studio.test.support.js';

let host: string;
const started: number[] = [];
beforeAll(async () => {
  host = await buildHost();
});
afterEach(async () => {
  await cleanUp();
  killAll(started.splice(0));
});
afterAll(removeFolders);

const PROGRAM = `${TOOLS}; ${STUBBORN};
  export const create = ({ ToolRegistry }) => ({
    registry: new ToolRegistry().register(tool('leave', { readOnly: true }, () => process.exit(3))),
    agents: [],
  });
`;

// K1. Windows has no groups of processes.
(process.platform === 'win32' ? describe.skip : describe)('a process that the program has started', () => {
  const restart = async (studio: TestStudio) => void (await studio.post('/api/restart', {}));
  const leave = async (studio: TestStudio) => void (await studio.call('leave'));
  const close = (studio: TestStudio) => studio.close();

  it.each([
    ['is restarted', restart],
    ['ends by itself', leave],
    ['is ended with Studio', close],
  ])('ends when the program %s', async (_what, end) => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    const file = path.join(studio.root, 'started.pid');
    const pid = await untilPid(file);
    started.push(pid);
    rmSync(file);
    expect(isAlive(pid)).toBe(true);
    await end(studio);
    await untilTrue(() => !isAlive(pid));
    if (end !== close) started.push(await untilPid(file));
  });
});
