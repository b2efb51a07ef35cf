import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalDecisions } from '@toolwright/core';
import { clerk } from '../clerk.test.support.js';
import { createMemoryStore } from '../memory-store.js';
import { openSession } from '../sessions/open-session.js';
import type { SessionRecord } from '../sessions/session-record.js';
import type { SessionStore } from '../sessions/session-store.js';
import { openSqliteStore } from '../sqlite/sqlite-store.js';
import { withLease } from './with-lease.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-fence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a process that slept while another took over does not repeat a call that was cut off', async () => {
  let time = 1000;
  const options = { file: join(folder, 'sessions.db'), now: () => time };
  const [one, two] = [await openSqliteStore(options), await openSqliteStore(options)];
  const failing: string[] = [];
  const first = await openSession({
    store: cutAfter(one, 'look'),
    id: 'a',
    agent: clerk((tool) => failing.push(tool)),
  });
  await expect(first.run('write to Ada')).rejects.toThrow('cut');
  expect(failing).toEqual(['look']);

  const called: string[] = [];
  const sleeping: SessionStore = {
    ...methods(one),
    read: async (id) => {
      const records = await one.read(id);
      time += 60_000;
      await two.acquire('a', 500);
      return records;
    },
  };
  const agent = clerk((tool) => called.push(tool));
  const late = await openSession({ store: sleeping, id: 'a', agent, leaseMs: 30_000 });
  await expect(late.resume()).rejects.toMatchObject({ code: 'SESSION_BUSY' });
  // `look` may be repeated, but not by this process.
  expect(called).toEqual([]);
  await one.close();
  await two.close();
});

it('a call that a person lets run again and that is cut off again is asked about again', async () => {
  const store = await openSqliteStore({ file: join(folder, 'again.db') });
  const called: string[] = [];
  const open = (cut: boolean): ReturnType<typeof openSession> => {
    const agent = clerk((tool) => called.push(tool));
    return openSession({ store: cut ? cutAfter(store, 'send') : store, id: 'a', agent });
  };
  await expect((await open(true)).run('write to Ada')).rejects.toThrow('cut');
  const asked = await (await open(false)).resume();
  expect(asked.paused?.pending).toMatchObject([{ name: 'send', interrupted: true, mayStillRun: true }]);
  const { callId = '' } = asked.paused?.pending[0] ?? {};
  await expect((await open(true)).resume({ [callId]: { approved: true } })).rejects.toThrow('cut');
  expect(called.filter((tool) => tool === 'send')).toHaveLength(2);
  const again = await (await open(false)).resume();
  expect(again.paused?.pending).toEqual(asked.paused?.pending);
  const denied = await (await open(false)).resume({ [callId]: { approved: false } });
  expect(denied.finalResponse).toContain('it may have taken effect, or may still be running');
  expect(called.filter((tool) => tool === 'send')).toHaveLength(2);
  await store.close();
});

it('decisions that are none neither repeat a call that was cut off nor end a run that waits', async () => {
  const store = await openSqliteStore({ file: join(folder, 'wrong.db') });
  const called: string[] = [];
  const open = (id: string, cut: boolean): ReturnType<typeof openSession> => {
    const agent = clerk((tool) => called.push(tool));
    return openSession({ store: cut ? cutAfter(store, 'send') : store, id, agent });
  };
  await expect((await open('cut', true)).run('write to Ada')).rejects.toThrow('cut');
  await (await open('paused', false)).run('pay Ada');
  for (const [id, callId] of [
    ['cut', (await (await open('cut', false)).resume()).paused?.pending[0]?.callId ?? ''],
    ['paused', 'pay-0'],
  ] as const) {
    const before = [...called];
    const { status } = await (await open(id, false)).state();
    const none: unknown[] = [null, 'yes', [], {}, { [callId]: true }, { [callId]: { approved: 'no' } }];
    for (const wrong of none) {
      // As a program in JavaScript may pass it.
      const resuming = (await open(id, false)).resume(wrong as ApprovalDecisions);
      await expect(resuming).rejects.toMatchObject({ code: 'USAGE' });
    }
    expect(called).toEqual(before);
    expect((await (await open(id, false)).state()).status).toBe(status);
  }
  await store.close();
});

it.each([
  ['the clock of the day', Date],
  ['the clock of the machine', performance],
])('a lease is not fresh if only %s has moved on', async (_, clock) => {
  const store = createMemoryStore();
  await store.create({ id: 'a', agent: 'clerk' });
  const now = clock.now;
  const fresh: boolean[] = [];
  const run = withLease(store, 'a', 30_000, async function* ({ lease }) {
    yield* [];
    fresh.push(lease.isFresh());
    const time = now.call(clock);
    clock.now = () => time + 30_000;
    fresh.push(lease.isFresh());
    throw new Error('end');
  });
  await expect(run.next()).rejects.toThrow('end');
  clock.now = now;
  expect(fresh).toEqual([true, false]);
});

/** A store whose lease is lost before the outcome of a call of a tool is on record. */
function cutAfter(store: SessionStore, tool: string): SessionStore {
  return {
    ...methods(store),
    acquire: async (id, ttlMs) => {
      const lease = await store.acquire(id, ttlMs);
      return {
        renew: () => lease.renew(),
        release: () => lease.release(),
        append: async (records) => {
          const isCut = (record: SessionRecord): boolean =>
            record.type === 'tool-outcome' && record.callId.startsWith(tool);
          if (records.some(isCut)) throw new Error('cut');
          await lease.append(records);
        },
      };
    },
  };
}

function methods(store: SessionStore): SessionStore {
  return {
    create: (session) => store.create(session),
    find: (id) => store.find(id),
    list: () => store.list(),
    read: (id) => store.read(id),
    acquire: (id, ttlMs) => store.acquire(id, ttlMs),
    delete: (id) => store.delete(id),
    close: () => store.close(),
  };
}
