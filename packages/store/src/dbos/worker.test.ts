import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunResult } from '@toolwright/contract';
import { thorough } from '../../../../scripts/thorough.mjs';
import { createPrograms } from '../program.test.support.js';
import { startPostgres } from './postgres.test.support.js';

const programs = createPrograms();
const { folder } = programs;
let program = '';

/** The calls share a state, and either of the two parallel ones may begin first. */
const ANSWER = /^look after look \| send after look\+\S*send\S* \| note after look\+\S*note\S*$/;
/**
 * The beginning and the end of each step of a run: three requests, three tools. The end of a step is recorded before the next step begins.
 */
const PLACES = [1, 2, 3, 'look', 'send', 'note'].flatMap((step) => [`before:${step}`, `after:${step}`]);

const postgres = startPostgres();
const reason = typeof postgres === 'string' ? postgres : undefined;
if (reason !== undefined) process.stderr.write(`Durable agents are not tested: ${reason}\n`);
const urlOf = (database: string): string => (typeof postgres === 'string' ? '' : postgres.url(database));

beforeAll(async () => {
  program = await programs.bundle(new URL('worker.test.fixture.ts', import.meta.url));
});
afterAll(() => {
  if (typeof postgres !== 'string') postgres.stop();
  programs.remove();
});

(reason === undefined ? describe : describe.skip)('durable agents', () => {
  it('run once if they are started twice', async () => {
    const scene = newScene('once');
    const first = await execute(scene, 'never', 'a', 'b');
    expect(first.results).toHaveLength(2);
    for (const result of first.results ?? []) expect(result.finalResponse).toMatch(ANSWER);
    const again = await execute(scene, 'never', 'a');
    expect(again.results).toEqual([first.results?.[0]]);
    expect(effects(scene, 'send')).toBe(2);
  });

  it('continue in another process if theirs is killed at any step, without losing or repeating work', async () => {
    const waiting = PLACES.filter((_, index) => thorough || index % 3 !== 1);
    const work = async (): Promise<void> => {
      for (let place = waiting.shift(); place !== undefined; place = waiting.shift())
        await killAndTakeOver(place);
    };
    await Promise.all([work(), work(), work()]);
  });

  it('are shared by workers, one of which dies', async () => {
    const scene = newScene('shared');
    const ids = Array.from({ length: 12 }, (_, index) => `run-${index}`);
    const [killed, ...ended] = await Promise.all([
      execute(scene, 'after:send', ...ids),
      execute(scene, 'never', ...ids),
      execute(scene, 'never', ...ids),
    ]);
    // Calls of the killed process are not repeated, because nobody knows their effect.
    for (const { results } of ended) {
      expect(results?.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
      const denied = results?.filter(({ finalResponse }) => finalResponse.includes('it was sent')) ?? [];
      expect(effects(scene, 'send')).toBeLessThanOrEqual(ids.length);
      expect(effects(scene, 'send') + denied.length).toBeGreaterThanOrEqual(ids.length);
    }
    // The worker that dies at its first letter may have got none.
    if (killed?.killed === false) expect(effects(scene, 'send')).toBe(ids.length);
  });
});

async function killAndTakeOver(place: string): Promise<void> {
  const scene = newScene(place.replace(':', '_'));
  expect({ place, ...(await execute(scene, place, 'letter')) }).toEqual({ place, killed: true });
  const { results } = await execute(scene, 'never', 'letter');
  const [result] = results ?? [];
  expect({ place, status: result?.status }).toEqual({ place, status: 'completed' });
  const answer = result?.finalResponse ?? '';
  const sent = effects(scene, 'send');
  if (answer.includes('it was sent')) {
    // Denied because its effect is unknown: it was interrupted, or ran in parallel with the interrupted call.
    expect(place).toMatch(/:(send|note)$/);
    expect({ place, twice: sent > 1 }).toEqual({ place, twice: false });
  } else {
    expect({ place, answer, sent }).toEqual({ place, answer: expect.stringMatching(ANSWER), sent: 1 });
  }
  if (place.endsWith(':send')) {
    expect({ place, answer }).toEqual({ place, answer: expect.stringContaining('it was sent') });
    expect({ place, sent }).toEqual({ place, sent: place === 'before:send' ? 0 : 1 });
  }
}

interface Scene {
  readonly url: string;
  readonly outbox: string;
}

function newScene(name: string): Scene {
  return { url: urlOf(`t_${name}`), outbox: join(folder, `${name}.txt`) };
}

function effects({ outbox }: Scene, tool: string): number {
  const lines = existsSync(outbox) ? readFileSync(outbox, 'utf8').split('\n') : [];
  return lines.filter((line) => line.startsWith(tool)).length;
}

function execute(
  { url, outbox }: Scene,
  when: string,
  ...ids: string[]
): Promise<{ killed: boolean; results?: RunResult[] }> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, url, outbox, when, ...ids],
      { timeout: 240_000 },
      (error, stdout, stderr) => {
        if (error?.signal === 'SIGKILL') resolve({ killed: true });
        else if (error) reject(new Error(`${when}: ${error.message}\n${stdout}\n${stderr}`));
        else resolve({ killed: false, results: JSON.parse(stdout) });
      },
    );
  });
}
