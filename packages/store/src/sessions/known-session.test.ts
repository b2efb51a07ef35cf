import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client/sqlite3';
import type { ContentPart, Message } from '@toolwright/contract';
import fc from 'fast-check';
import { cases } from '../../../../scripts/thorough.mjs';
import { createMemoryStore } from '../memory-store.js';
import { openSqliteStore } from '../sqlite/sqlite-store.js';
import { type KnownSession, nextCheckpoint, readCurrent, readOn, withCheckpoint } from './known-session.js';
import { readSession, stateOf } from './read-session.js';
import { readHistory } from './session-history.js';
import type { SessionRecord } from './session-record.js';
import type { SessionStore } from './session-store.js';
import { StoredParts } from './stored-parts.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-known-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a process of a session has in memory. */
interface Reader {
  readonly store: SessionStore;
  known: KnownSession | undefined;
}

type Step =
  | { readonly type: 'run'; readonly reader: number; readonly runs: number; readonly image: number }
  | { readonly type: 'shorten' | 'cut' | 'restart' | 'recreate'; readonly reader: number }
  | { readonly type: 'damage'; readonly sql: string };

const reader = fc.nat(1);
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('run' as const),
        reader,
        runs: fc.constantFrom(1, 90, 130),
        image: fc.nat(3),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constantFrom('shorten' as const, 'cut', 'restart', 'recreate'),
        reader,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('damage' as const),
        sql: fc.constantFrom(
          "UPDATE checkpoints SET json = replace(json, 'answer 1', 'answer 7')",
          "UPDATE checkpoints SET observations = '[]'",
          'DELETE FROM checkpoints WHERE seq = (SELECT min(seq) FROM checkpoints)',
          'DELETE FROM checkpoints WHERE seq = (SELECT max(seq) FROM checkpoints)',
          'UPDATE checkpoints SET seq = seq + 1 WHERE seq = (SELECT max(seq) FROM checkpoints)',
          "UPDATE checkpoints SET checksum = 'x'",
        ),
      }),
    },
  ),
  { minLength: 8, maxLength: 14 },
);

// H8
it('a reader that knows the beginning of a session has the history that all its records give', async () => {
  let files = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const file = join(folder, `${++files}.db`);
      const readers: Reader[] = [];
      for (const _ of [0, 1]) readers.push({ store: await openSqliteStore({ file }), known: undefined });
      const [first] = readers;
      if (first === undefined) return;
      await first.store.create({ id: 'a', agent: 'clerk' });
      let count = 0;
      for (const step of all) {
        if (step.type === 'damage') await change(file, step.sql);
        else count = await play(step, readers[step.reader] ?? first, count);
        const whole = await readSession(first.store, 'a');
        expect(stateOf(await readCurrent(first.store, 'a'))).toEqual(whole);
        const { observations: __, ...expected } = await readContext(first.store);
        for (const one of readers) {
          one.known = await readOn(one.store, 'a', one.known);
          const { observations: _, ...history } = stateOf(one.known.history);
          expect(history).toEqual(expected);
        }
      }
      for (const { store } of readers) await store.close();
    }),
    { numRuns: cases(4, 300) },
  );
});

it('a damaged record that a checkpoint covers is found by whoever reads all records', async () => {
  const file = join(folder, 'covered.db');
  const reader: Reader = { store: await openSqliteStore({ file }), known: undefined };
  await reader.store.create({ id: 'a', agent: 'clerk' });
  await play({ type: 'run', reader: 0, runs: 200, image: 0 }, reader, 0);
  await play({ type: 'run', reader: 0, runs: 1, image: 0 }, reader, 200);
  const before = await readSession(reader.store, 'a');
  await change(file, "UPDATE records SET json = replace(json, 'answer 0', 'answer 7') WHERE seq = 3");
  expect(stateOf(await readCurrent(reader.store, 'a'))).toEqual(before);
  await expect(readSession(reader.store, 'a')).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  await change(file, 'DELETE FROM checkpoints');
  await expect(readCurrent(reader.store, 'a')).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  await reader.store.close();
});

it('a run of a long session reads only what is new', async () => {
  const file = join(folder, 'long.db');
  const long: Reader = { store: await openSqliteStore({ file }), known: undefined };
  await long.store.create({ id: 'a', agent: 'clerk' });
  for (let count = 0; count < 1000; count += 100)
    await play({ type: 'run', reader: 0, runs: 100, image: 1 }, long, count);
  const excerpt = await long.store.readFrom?.('a', { observations: false });
  expect(excerpt?.checkpoints.length).toBeGreaterThan(5);
  expect(excerpt?.records.length).toBeLessThanOrEqual(512);
  // The checkpoints alone tell where the bytes of its image are.
  expect((await readOn(long.store, 'a')).position).toEqual(excerpt?.position);
  const rest = await long.store.readFrom?.('a', { known: long.known?.position, observations: false });
  expect(rest).toMatchObject({ continues: true, checkpoints: [] });
  expect(rest?.records).toHaveLength(300);
  await long.store.close();
});

it('a store in memory gives a reader what it does not know', async () => {
  const store = createMemoryStore();
  const reader: Reader = { store, known: undefined };
  await store.create({ id: 'a', agent: 'clerk' });
  for (const [count, type] of (['run', 'shorten', 'run', 'recreate', 'run'] as const).entries()) {
    const step = type === 'run' ? { type, reader: 0, runs: 140, image: 2 } : { type, reader: 0 };
    await play(step, reader, count * 200);
    reader.known = await readOn(store, 'a', reader.known);
    expect(stateOf(reader.known.history).messages).toEqual((await readContext(store)).messages);
  }
});

/** Plays a step as sessions do. @returns the number of runs so far */
async function play(step: Exclude<Step, { type: 'damage' }>, reader: Reader, count: number): Promise<number> {
  if (step.type === 'restart') reader.known = undefined;
  if (step.type === 'recreate') {
    await reader.store.delete('a');
    await reader.store.create({ id: 'a', agent: 'clerk' });
  }
  if (step.type === 'restart' || step.type === 'recreate') return count;
  const lease = await reader.store.acquire('a', 60_000);
  let known = await readOn(reader.store, 'a', reader.known);
  const checkpoint = nextCheckpoint(known);
  if (checkpoint !== undefined && (await lease.checkpoint?.(checkpoint)))
    known = withCheckpoint(known, checkpoint);
  const parts = new StoredParts();
  parts.learn(known.parts);
  const runs = step.type === 'run' ? step.runs : 1;
  const records = Array.from({ length: runs }, (_, run) =>
    runRecords(count + run, step.type === 'run' ? step.image : 0, known),
  ).flat();
  if (step.type === 'cut') records.length = 1;
  await lease.append(
    records.map((record) => parts.pack(step.type === 'shorten' ? shortened(record) : record)),
  );
  await lease.release();
  reader.known = known;
  return count + runs;
}

function shortened(record: SessionRecord): SessionRecord {
  if (record.type !== 'run-end') return record;
  return { ...record, history: record.messages.slice(-1), historyAsides: [0] };
}

/** Three records of a run; its question may have an image, whose bytes later runs share. */
function runRecords(run: number, image: number, { history }: KnownSession): SessionRecord[] {
  const runId = `run-${run}`;
  const url = `data:image/png;base64,${'A'.repeat(1000)}${image}`;
  const input: ContentPart[] = [{ type: 'text', text: `question ${run}` }];
  if (image > 0) input.push({ type: 'image_url', image_url: { url } });
  const messages: Message[] = [
    { role: 'user', content: input },
    { role: 'assistant', content: `answer ${run} after ${history.messages.length}` },
  ];
  const reply = { content: 'answer', toolCalls: [], finishReason: 'stop' } as const;
  return [
    { type: 'run-start', runId, input, streaming: false },
    { type: 'model-reply', runId, reply },
    {
      type: 'run-end',
      runId,
      ...{ status: 'completed', finalResponse: 'answer', errors: [] },
      ...{ messages, ...(run % 3 === 0 && { asides: [0] }) },
      observations: [{ type: 'tool', content: `seen ${run}`, timestamp: run }],
    },
  ];
}

async function change(file: string, sql: string): Promise<void> {
  const client = createClient({ url: pathToFileURL(file).href });
  await client.executeMultiple(sql);
  client.close();
}

/** What the model still sees, by all records. */
async function readContext(store: SessionStore) {
  const parts = new StoredParts();
  return stateOf(readHistory((await store.read('a')).map(({ record }) => parts.unpack(record))));
}
