import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunResult } from '@toolwright/contract';
import { thorough } from '../../../../scripts/thorough.mjs';
import { startPostgres } from '../../../store/src/dbos/postgres.test.support.js';
import { createPrograms } from '../../../store/src/program.test.support.js';

/** The effects after which the process is killed. */
const PLACES = thorough
  ? [
      'never',
      ...Array.from({ length: 9 }, (_, n) => [`look ${n}`, `send ${n}`, `note ${n}`]).flat(),
      'look 9',
      'pay 9',
      'note 9',
    ]
  : ['never', 'look 0', 'send 4', 'pay 9'];

const programs = createPrograms('code-mode');
let program = '';

const postgres = startPostgres();
const reason = typeof postgres === 'string' ? postgres : undefined;
if (reason !== undefined) process.stderr.write(`Durable programs are not tested: ${reason}\n`);

beforeAll(async () => {
  program = await programs.bundle(new URL('durable-program.test.fixture.ts', import.meta.url));
});
afterAll(() => {
  if (typeof postgres !== 'string') postgres.stop();
  programs.remove();
});

// J5
(reason === undefined ? describe : describe.skip)('a program of a durable run', () => {
  it.each(PLACES)('that is killed after "%s" goes on: nothing runs twice, nothing is lost', async (when) => {
    const name = when.replace(' ', '_');
    const url = typeof postgres === 'string' ? '' : postgres.url(`program_${name}`);
    const outbox = join(programs.folder, `${name}.txt`);
    if (when !== 'never') expect(await execute([url, outbox, when])).toBe('killed');
    const result = await execute([url, outbox, 'never']);
    if (result === 'killed') throw new Error('Nothing kills this process.');
    expect(result.status).toBe('completed');
    const lines = readFileSync(outbox, 'utf8').trimEnd().split('\n');
    for (const line of [...Array.from({ length: 9 }, (_, n) => `send ${n}`), 'pay 9'])
      expect([line, lines.filter((one) => one === line).length]).toEqual([line, 1]);
    for (const line of Array.from({ length: 10 }, (_, n) => [`look ${n}`, `note ${n}`]).flat())
      expect([line, [1, 2].includes(lines.filter((one) => one === line).length)]).toEqual([line, true]);
    const told = JSON.parse(result.finalResponse) as { result: string[] };
    expect(told.result).toHaveLength(30);
  });
});

function execute(args: readonly string[]): Promise<RunResult | 'killed'> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], { timeout: 240_000 }, (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve('killed');
      else if (error) reject(new Error(`${args.at(-1)}: ${error.message}\n${stdout}\n${stderr}`));
      else resolve(JSON.parse(stdout));
    });
  });
}
