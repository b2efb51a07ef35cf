import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PendingCall, RunResult } from '@toolwright/contract';
import { thorough } from '../../../../scripts/thorough.mjs';
import { createPrograms } from '../../../store/src/program.test.support.js';

const programs = createPrograms('code-mode');
let program = '';

beforeAll(async () => {
  program = await programs.bundle(new URL('killed-program.test.fixture.ts', import.meta.url));
});
afterAll(() => programs.remove());

/** Until it pauses: the start, the reply, two records for each of 27 calls and for the start of the program, and the pause. */
const RECORDS = 59;
const PLACES = [
  ...Array.from({ length: RECORDS }, (_, n) => [`before:${n + 1}`, `after:${n + 1}`]).flat(),
  ...['send 0', 'note 4', 'pay 9'].map((line) => `in:${line}`),
].filter(
  (place, index) => thorough || index % 23 === 4 || place.startsWith('in:') || place === `after:${RECORDS}`,
);

// J5
it.each(PLACES)(
  'a program that is killed at %s goes on: nothing runs twice, nothing is lost',
  async (place) => {
    const scene = {
      file: join(programs.folder, `${place}.db`),
      outbox: join(programs.folder, `${place}.txt`),
    };
    let result: RunResult | undefined;
    let when = place;
    let decisions: string | undefined;
    for (let attempt = 0; attempt < 6 && result?.status !== 'completed'; attempt++) {
      result = await execute(scene, when, decisions);
      // The process was killed. The place of the kill may be in the process that resumes.
      if (result === undefined) when = 'never';
      decisions = result?.paused && JSON.stringify(decide(result.paused.pending, effects(scene)));
    }
    expect(result?.status).toBe('completed');
    const lines = effects(scene);
    for (const name of ['look', 'send', 'note', 'pay'])
      for (let n = 0; n < 10; n++) {
        const count = lines.filter((line) => line === `${name} ${n}`).length;
        const isDue = name === 'pay' ? n === 9 : name !== 'send' || n < 9;
        const isRepeatable = name === 'look' || name === 'note';
        expect([name, n, isRepeatable ? count >= 1 && count <= 2 : count]).toEqual([
          name,
          n,
          isDue ? (isRepeatable ? true : 1) : 0,
        ]);
      }
    expect(lines.length).toBeLessThanOrEqual(30 + 3);
    const told = JSON.parse(result?.finalResponse ?? '{}') as { result: string[]; logs: string };
    expect(told.logs).toBe('30');
    expect(told.result).toHaveLength(30);
    expect(told.result.filter((line) => !/^\w+ \d$/.test(line)).length).toBeLessThanOrEqual(1);
  },
);

/** A person knows from the effects whether an interrupted call took effect. */
function decide(pending: readonly PendingCall[], lines: readonly string[]): object {
  return Object.fromEntries(
    pending.map(({ callId, name, arguments: text, interrupted }) => {
      const { n } = JSON.parse(text) as { n: number };
      const took = interrupted && lines.includes(`${name} ${n}`);
      return [callId, took ? { approved: false, reason: 'it took effect' } : { approved: true }];
    }),
  );
}

function effects({ outbox }: { readonly outbox: string }): string[] {
  return existsSync(outbox) ? readFileSync(outbox, 'utf8').trimEnd().split('\n') : [];
}

/** Returns the result; undefined if the process was killed. */
function execute(
  { file, outbox }: { readonly file: string; readonly outbox: string },
  when: string,
  decisions: string | undefined,
): Promise<RunResult | undefined> {
  const args = [program, file, outbox, when, ...(decisions === undefined ? [] : [decisions])];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { timeout: 240_000 }, (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve(undefined);
      else if (error) reject(new Error(`${when}: ${stderr}`));
      else resolve(JSON.parse(stdout));
    });
  });
}
