import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, RunResult } from '@toolwright/contract';
import { thorough } from '../../../../scripts/thorough.mjs';
import { createPrograms } from '../program.test.support.js';
import { openSqliteStore } from '../sqlite/sqlite-store.js';

const programs = createPrograms();
const { folder } = programs;
let program = '';

/** The records of an undisturbed run: its start, three replies, the start and end of three calls, and its end. */
const RECORDS = 11;
const ANSWER = 'look after look | send after look+send | note after look+send+note';
const RECORD_PLACES = Array.from({ length: RECORDS }, (_, index) => [
  `before:${index + 1}`,
  `after:${index + 1}`,
]).flat();
/** The call is recorded and did nothing yet, so that a person lets it run again beside the next one. */
const AFTER_SEND_BEGAN = 'after:6';
const PLACES = [
  ...RECORD_PLACES.filter((place, index) => thorough || index % 3 === 0 || place === AFTER_SEND_BEGAN),
  'in:look',
  'in:send',
  'in:note',
];

beforeAll(async () => {
  program = await programs.bundle(new URL('killed-process.test.fixture.ts', import.meta.url));
});
afterAll(() => programs.remove());

it('an undisturbed process writes as many records as the tests below assume', async () => {
  const scene = newScene('never');
  const { printed } = await execute(scene, 'never');
  expect(printed).toMatchObject({ status: 'idle', result: { status: 'completed', finalResponse: ANSWER } });
  expect((await execute(scene, `before:${RECORDS + 1}`)).killed).toBe(false);
  expect((await execute(newScene('last'), `before:${RECORDS}`)).killed).toBe(true);
});

it('another process completes a run that was killed at any step: nothing is lost, and nothing happens twice', async () => {
  const waiting = [...PLACES];
  const work = async (): Promise<void> => {
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift())
      await killAndResume(place);
  };
  await Promise.all([work(), work(), work()]);
});

it('processes that write to one file at once do not disturb each other', async () => {
  const scene = newScene('shared');
  const ids = ['a', 'b', 'c', 'd'];
  const ended = await Promise.all(ids.map((id) => execute({ ...scene, session: id }, 'never')));
  for (const { printed } of ended) {
    expect(printed).toMatchObject({ status: 'idle', result: { finalResponse: ANSWER } });
    expect(printed?.messages).toHaveLength(7);
  }
  const store = await openSqliteStore({ file: scene.file });
  expect((await store.list()).map(({ id, records }) => `${id} ${records}`).sort()).toEqual(
    ids.map((id) => `${id} ${RECORDS}`),
  );
  await store.close();
});

async function killAndResume(place: string): Promise<void> {
  const scene = newScene(place.replace(':', '-'));
  const first = await execute(scene, place);
  expect({ place, killed: first.killed }).toEqual({ place, killed: true });

  let { printed } = await execute(scene, 'never');
  if (printed?.result.status === 'paused') {
    const [pending] = printed.result.paused?.pending ?? [];
    expect(pending).toMatchObject({ name: 'send', interrupted: true });
    expect(pending).not.toHaveProperty('mayStillRun');
    const took = effects(scene).includes('send');
    const decision = took ? { approved: false, reason: 'it was sent' } : { approved: true };
    ({ printed } = await execute(scene, 'never', JSON.stringify({ [pending?.callId ?? '']: decision })));
    if (took) expect(printed?.result.finalResponse).toContain('it was sent');
    else expect({ place, answer: printed?.result.finalResponse }).toEqual({ place, answer: ANSWER });
  } else expect({ place, answer: printed?.result.finalResponse }).toEqual({ place, answer: ANSWER });

  // A process that was killed after its end was recorded asks again, as a new question.
  const runs = place === `after:${RECORDS}` ? 2 : 1;
  expect({ place, status: printed?.result.status }).toEqual({ place, status: 'completed' });
  expect({ place, messages: printed?.messages.length }).toEqual({ place, messages: 7 * runs });
  expect({ place, sent: effects(scene).filter((tool) => tool === 'send').length }).toEqual({
    place,
    sent: runs,
  });
}

interface Scene {
  readonly file: string;
  readonly outbox: string;
  readonly session?: string;
}

function newScene(name: string): Scene {
  return { file: join(folder, `${name}.db`), outbox: join(folder, `${name}.txt`) };
}

function effects({ outbox }: Scene): string[] {
  return existsSync(outbox) ? readFileSync(outbox, 'utf8').split('\n') : [];
}

interface Printed {
  readonly status: string;
  readonly result: RunResult;
  readonly messages: readonly Message[];
}

function execute(
  { file, outbox, session = 'letters' }: Scene,
  when: string,
  ...decisions: string[]
): Promise<{ killed: boolean; printed?: Printed }> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, file, outbox, when, ...decisions],
      { timeout: 240_000, env: { ...process.env, SESSION: session } },
      (error, stdout, stderr) => {
        if (error?.signal === 'SIGKILL') resolve({ killed: true });
        else if (error) reject(new Error(`${when}: ${stderr}`));
        else resolve({ killed: false, printed: JSON.parse(stdout) });
      },
    );
  });
}
