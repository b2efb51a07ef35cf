import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cases } from '../../../../scripts/thorough.mjs';
import { createPrograms } from '../program.test.support.js';
import { openSqliteStore } from './sqlite-store.js';

const programs = createPrograms();
let program = '';

beforeAll(async () => {
  program = await programs.bundle(new URL('random-kill.test.fixture.ts', import.meta.url));
});
afterAll(() => programs.remove());

const KILLS = cases(5, 200);
/** Records of earlier kills make each start slower. */
const KILLS_PER_FILE = 20;

it('a store that was killed at random times opens, frees its lease at once, and has every record it confirmed', async () => {
  let total = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const file = join(programs.folder, `killed-${Math.floor(kill / KILLS_PER_FILE)}.db`);
    const confirmed = await killAfter(file, Math.random() * 60);
    const store = await openSqliteStore({ file });
    const { length } = await store.read('a');
    expect(length).toBeGreaterThanOrEqual(confirmed);
    await (await store.acquire('a', 1000)).release();
    await store.close();
    if (kill % KILLS_PER_FILE === KILLS_PER_FILE - 1 || kill === KILLS - 1) total += length;
  }
  expect(total).toBeGreaterThan(KILLS);
  if (process.env.PRINT_COUNTS) process.stderr.write(`${KILLS} kills, ${total} records\n`);
}, 900_000);

/** @returns the last record that the process said was stored */
async function killAfter(file: string, ms: number): Promise<number> {
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  await once(child.stdout, 'data');
  await setTimeout(ms);
  child.kill('SIGKILL');
  await once(child, 'close');
  return Number(printed.trim().split('\n').at(-1));
}
