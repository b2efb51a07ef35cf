import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore } from '../memory-store.js';
import { openSession } from '../sessions/open-session.js';
import type { SessionRecord } from '../sessions/session-record.js';
import type { SessionStore } from '../sessions/session-store.js';
import { openSqliteStore } from './sqlite-store.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = (): string => join(folder, `${++files}`, 'sessions.db');
const start = (runId: string): SessionRecord => ({
  type: 'run-start',
  runId,
  input: `häl"lo ${runId}`,
  streaming: false,
});

const STORES: readonly [string, (now?: () => number) => Promise<SessionStore>][] = [
  ['in memory', async (now) => createMemoryStore(now)],
  ['on SQLite', (now) => openSqliteStore({ file: newFile(), now })],
];

describe.each(STORES)('a store %s', (_, open) => {
  it('returns the appended values in order', async () => {
    let time = 1000;
    const store = await open(() => time++);
    await store.create({ id: 'a', agent: 'clerk' });
    const lease = await store.acquire('a', 60_000);
    // All are started at once: their order is that of the calls.
    await Promise.all([lease.append([start('1'), start('2')]), lease.append([start('3')])]);
    await lease.release();
    const records = await store.read('a');
    expect(records.map(({ seq, record }) => [seq, record])).toEqual([
      [1, start('1')],
      [2, start('2')],
      [3, start('3')],
    ]);
    expect(await store.find('a')).toMatchObject({ id: 'a', agent: 'clerk', records: 3 });
    await store.close();
  });

  it('lists sessions, latest first, and deletes them', async () => {
    let time = 1000;
    const store = await open(() => time++);
    for (const id of ['a', 'b', 'a']) await store.create({ id, agent: 'clerk' });
    expect((await store.list()).map(({ id }) => id)).toEqual(['b', 'a']);
    const lease = await store.acquire('a', 60_000);
    await lease.append([start('1')]);
    await lease.release();
    expect((await store.list()).map(({ id }) => id)).toEqual(['a', 'b']);
    await store.delete('a');
    await store.delete('never there');
    expect((await store.list()).map(({ id }) => id)).toEqual(['b']);
    await expect(store.read('a')).rejects.toMatchObject({ code: 'UNKNOWN_SESSION' });
    await store.close();
  });

  it('allows one writer at a time', async () => {
    const store = await open();
    await store.create({ id: 'a', agent: 'clerk' });
    const lease = await store.acquire('a', 60_000);
    await expect(store.acquire('a', 60_000)).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    await lease.release();
    await (await store.acquire('a', 60_000)).release();
    await expect(lease.append([start('1')])).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    await expect(lease.renew()).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    expect(await store.read('a')).toEqual([]);
    await store.close();
  });
});

describe('a lease on SQLite', () => {
  it('that expired is taken over, and its former holder can no longer write', async () => {
    let time = 1000;
    const store = await openSqliteStore({ file: newFile(), now: () => time });
    await store.create({ id: 'a', agent: 'clerk' });
    const late = await store.acquire('a', 500);
    await late.append([start('1')]);
    time += 501;
    const next = await store.acquire('a', 500);
    await next.append([start('2')]);
    await expect(late.append([start('3')])).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    await late.release();
    await next.append([start('4')]);
    expect((await store.read('a')).map(({ record }) => record.runId)).toEqual(['1', '2', '4']);
    await store.close();
  });

  it.each<[string, (store: SessionStore) => Promise<unknown>]>([
    ['taken', (store) => store.acquire('a', 500)],
    ['deleted with its session', (store) => store.delete('a')],
  ])('that expired and is renewed at the last moment is not %s', async (_, other) => {
    let time = 1000;
    const options = { file: newFile(), now: () => time };
    const [one, two] = [await openSqliteStore(options), await openSqliteStore(options)];
    await one.create({ id: 'a', agent: 'clerk' });
    const lease = await one.acquire('a', 500);
    time += 500;
    // The other store reads it, then it is renewed, then the other store tries to take it.
    const [taken, renewed] = await Promise.allSettled([other(two), lease.renew()]);
    expect(renewed).toMatchObject({ status: 'fulfilled' });
    expect(taken).toMatchObject({ reason: { code: 'SESSION_BUSY' } });
    await lease.append([start('1')]);
    expect(await two.read('a')).toHaveLength(1);
    await one.close();
    await two.close();
  });

  it('is held by one of two connections to a file', async () => {
    const file = newFile();
    const [one, two] = [await openSqliteStore({ file }), await openSqliteStore({ file })];
    await one.create({ id: 'a', agent: 'clerk' });
    const lease = await one.acquire('a', 60_000);
    await expect(two.acquire('a', 60_000)).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    await lease.append([start('1')]);
    expect(await two.read('a')).toHaveLength(1);
    await lease.release();
    await (await two.acquire('a', 60_000)).release();
    await one.close();
    await two.close();
  });
});

describe('a store on SQLite', () => {
  it.each([
    [undefined, 'must be a path'],
    [7, 'must be a path'],
    ['', 'is empty'],
    // The driver would end the process.
    ['a\0.db', 'contains the character NUL'],
  ])('is not opened at %j', async (file, problem) => {
    await expect(
      openSqliteStore({ file: file as string }) /* as a program in JavaScript may pass it */,
    ).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(`The option 'file' ${problem}`),
    });
  });

  it('is not opened at a folder', async () => {
    await expect(openSqliteStore({ file: folder })).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: `${folder} is a folder, not a session store.`,
    });
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'gives no lease for %s milliseconds',
    async (leaseMs) => {
      const store = await openSqliteStore({ file: newFile() });
      const refusal = { code: 'INVALID_CONFIG', message: expect.stringContaining(`got ${leaseMs}`) };
      await store.create({ id: 'a', agent: 'clerk' });
      await expect(store.acquire('a', leaseMs)).rejects.toMatchObject(refusal);
      const agent = {
        name: 'clerk',
        llmClient: { generate: async () => Promise.reject(new Error('unused')) },
      };
      await expect(openSession({ store, id: 'a', agent, leaseMs })).rejects.toMatchObject(refusal);
      await store.close();
    },
  );

  it('takes fractions of its clock, and does not take a wrong clock for damage', async () => {
    let time = 1000.5;
    const store = await openSqliteStore({ file: newFile(), now: () => time });
    await store.create({ id: 'a', agent: 'clerk' });
    expect(await store.find('a')).toMatchObject({ createdAt: 1000 });
    for (time of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])
      await expect(store.create({ id: 'b', agent: 'clerk' })).rejects.toMatchObject({
        code: 'INVALID_CONFIG',
      });
    await store.close();
  });

  it('does not take a record that is too large for damage', async () => {
    const store = await openSqliteStore({ file: newFile() });
    await store.create({ id: 'a', agent: 'clerk' });
    const lease = await store.acquire('a', 60_000);
    const tooLarge = Object.assign([], {
      toJSON: () => {
        throw new RangeError('Invalid string length');
      },
    });
    const record: SessionRecord = { type: 'run-start', runId: '1', input: tooLarge, streaming: false };
    await expect(lease.append([record])).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: 'A record is too large to be stored.',
    });
    await lease.append([start('2')]);
    expect(await store.read('a')).toHaveLength(1);
    await store.close();
  });

  it.each(['', 'a\0', '\ud800', 'x'.repeat(1001)])('does not keep a session under the id %j', async (id) => {
    const store = await openSqliteStore({ file: newFile() });
    await expect(store.create({ id, agent: 'clerk' })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    await expect(store.create({ id: 'a', agent: id })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    expect(await store.list()).toEqual([]);
    await store.close();
  });

  it('says that it is closed', async () => {
    const store = await openSqliteStore({ file: newFile() });
    await store.close();
    await store.close();
    await expect(store.list()).rejects.toMatchObject({ code: 'USAGE', message: 'The store is closed.' });
  });

  it('is damaged if it is cut while it is open', async () => {
    const file = newFile();
    const store = await openSqliteStore({ file });
    await store.create({ id: 'a', agent: 'clerk' });
    const lease = await store.acquire('a', 60_000);
    for (let index = 0; index < 60; index++) await lease.append([start(String(index).repeat(50_000))]);
    truncateSync(file, 4096 * 100);
    await expect(store.read('a')).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    await store.close();
  });
});
