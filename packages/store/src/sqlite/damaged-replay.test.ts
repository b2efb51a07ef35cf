import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@toolwright/contract';
import { cases } from '../../../../scripts/thorough.mjs';
import { clerk } from '../clerk.test.support.js';
import { openSession } from '../sessions/open-session.js';
import type { SessionAgent } from '../sessions/session-agent.js';
import type { SessionRecord } from '../sessions/session-record.js';
import type { SessionStore } from '../sessions/session-store.js';
import { openSqliteStore } from './sqlite-store.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-replay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FLIPS = cases(60, 1000);
const SUFFIXES = ['', '-wal', '-mark'];

/** How a resumed run ended. */
interface Outcome {
  readonly code?: string;
  readonly messages?: readonly Message[];
  readonly called: readonly string[];
}

// H5
it.each([
  ['the file', ''],
  ['the write-ahead log', '-wal'],
])(
  'a run that is resumed after a flipped byte of %s repeats no call and loses nothing in silence',
  async (_, suffix) => {
    const cut = join(folder, `cut${suffix}.db`);
    await writeCutRun(cut, suffix === '-wal');
    const whole = readFileSync(`${cut}${suffix}`);
    const expected = await resume(copyOf(cut));
    expect(expected).toMatchObject({ called: [] });
    expect(expected.messages).toHaveLength(2 * RUNS + 7);
    const counts = new Map<string, number>();
    for (let index = 0; index < FLIPS; index++) {
      const copy = copyOf(cut);
      const damaged = Buffer.from(whole);
      const place = (Math.imul(index + 1, 2_654_435_761) >>> 0) % whole.length;
      damaged[place] = (whole[place] ?? 0) ^ (1 + ((index * 37) % 255));
      writeFileSync(`${copy}${suffix}`, damaged);
      const { code, messages, called } = await resume(copy);
      expect({ place, called }).toEqual({ place, called: [] });
      if (code === undefined) expect({ place, messages }).toEqual({ place, messages: expected.messages });
      // Busy if only the end of the lease is lost: its process, this one, is still there.
      else expect(['STORE_CORRUPT', 'STORE_VERSION', 'SESSION_BUSY']).toContain(code);
      counts.set(code ?? 'completed', (counts.get(code ?? 'completed') ?? 0) + 1);
    }
    // Each byte of the log counts, and most bytes of a file are those of records that the run does not read.
    expect([...counts.keys()]).toEqual(
      expect.arrayContaining(suffix === '' ? ['completed', 'STORE_CORRUPT'] : ['STORE_CORRUPT']),
    );
    if (process.env.PRINT_COUNTS)
      process.stderr.write(`${suffix || 'file'}: ${JSON.stringify([...counts])}\n`);
  },
  900_000,
);

/** Enough for a checkpoint. */
const RUNS = 90;

/** Forgets nothing. */
function careful(called: string[]): SessionAgent {
  return clerk((tool) => called.push(tool), { maxHistory: 1000 });
}

/** Writes a session whose last run was cut off when all its calls had been recorded. */
async function writeCutRun(file: string, isOpen: boolean): Promise<void> {
  const original = isOpen ? `${file}.open` : file;
  const store = await openSqliteStore({ file: original });
  const called: string[] = [];
  const session = await openSession({ store: cutAtEnd(store), id: 'a', agent: careful(called) });
  const lease = await store.acquire('a', 60_000);
  await lease.append(Array.from({ length: RUNS }, (_, run) => shortRun(`run-${run}`)).flat());
  await lease.release();
  await expect(session.run('write to Ada')).rejects.toThrow('cut');
  expect(called).toEqual(['look', 'send', 'note']);
  if (isOpen) for (const suffix of SUFFIXES) copyFileSync(`${original}${suffix}`, `${file}${suffix}`);
  await store.close();
}

function shortRun(runId: string): SessionRecord[] {
  const messages: Message[] = [
    { role: 'user', content: `häl ${runId}` },
    { role: 'assistant', content: 'Hello.' },
  ];
  const reply = { content: 'Hello.', toolCalls: [], finishReason: 'stop' } as const;
  return [
    { type: 'run-start', runId, input: `häl ${runId}`, streaming: false },
    { type: 'model-reply', runId, reply },
    {
      ...{ type: 'run-end', runId, status: 'completed', finalResponse: 'Hello.', errors: [] },
      ...{ messages, observations: [] },
    },
  ];
}

/** A store that fails before the end of a run is on record. */
function cutAtEnd(store: SessionStore): SessionStore {
  return {
    create: (session) => store.create(session),
    find: (id) => store.find(id),
    list: () => store.list(),
    read: (id) => store.read(id),
    ...(store.readFrom && { readFrom: store.readFrom.bind(store) }),
    delete: (id) => store.delete(id),
    close: () => store.close(),
    acquire: async (id, ttlMs) => {
      const lease = await store.acquire(id, ttlMs);
      return {
        ...lease,
        append: async (records) => {
          if (records.some(({ type }) => type === 'run-end')) throw new Error('cut');
          await lease.append(records);
        },
      };
    },
  };
}

/** A fresh copy of a store, to be damaged and opened. */
function copyOf(file: string): string {
  const copy = join(folder, 'copy.db');
  for (const suffix of [...SUFFIXES, '-shm']) rmSync(`${copy}${suffix}`, { force: true });
  for (const suffix of SUFFIXES) {
    try {
      copyFileSync(`${file}${suffix}`, `${copy}${suffix}`);
    } catch (error) {
      // A store that was closed has no log.
      if (suffix !== '-wal') throw error;
    }
  }
  return copy;
}

async function resume(file: string): Promise<Outcome> {
  const called: string[] = [];
  try {
    const store = await openSqliteStore({ file });
    try {
      const session = await openSession({ store, id: 'a', agent: careful(called) });
      const { status } = await session.resume();
      const { messages } = await session.state();
      expect(status).toBe('completed');
      return { messages, called };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { code: String(Reflect.get(Object(error), 'code')), called };
  }
}
