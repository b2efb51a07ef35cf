import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createClient } from '@libsql/client/sqlite3';
import { createPrograms } from '../program.test.support.js';
import { openSqliteStore } from './sqlite-store.js';

const programs = createPrograms();
const { folder } = programs;
let program = '';

beforeAll(async () => {
  program = await programs.bundle(new URL('open-database.test.fixture.ts', import.meta.url));
});
afterAll(() => programs.remove());

/** @returns the number of files that another process opened */
async function openElsewhere(
  files: number,
  start: number,
  everyMs: number,
  { stores = 1, place = folder } = {},
): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, place, ...[files, start, everyMs, stores].map(String)],
    { timeout: 240_000 },
  );
  return Number(stdout);
}

it('one of several processes that open a file at once creates it, and all can use it', async () => {
  const files = 60;
  const start = Date.now() + 1500;
  const opened = await Promise.all([1, 2, 3].map(() => openElsewhere(files, start, 30)));
  expect(opened).toEqual([files, files, files]);
});

it('three processes that each open a new file three times at once create one store, and lose nothing', async () => {
  const files = 10;
  const place = join(folder, 'thrice');
  const start = Date.now() + 1500;
  const opened = await Promise.all(
    [1, 2, 3].map(() => openElsewhere(files, start, 60, { stores: 3, place })),
  );
  expect(opened).toEqual([files, files, files]);
  for (let index = 1; index <= files; index++) {
    const store = await openSqliteStore({ file: join(place, `${index}.db`) });
    expect(await store.list()).toHaveLength(9);
    await store.close();
  }
  expect(readdirSync(place).filter((name) => name.includes('-mark-'))).toEqual([]);
});

it('a store that waited in vain for another process goes on once the file is free', async () => {
  const file = join(folder, 'busy.db');
  const store = await openSqliteStore({ file });
  await store.create({ id: 'a', agent: 'clerk' });
  const lease = await store.acquire('a', 60_000);
  const other = createClient({ url: pathToFileURL(file).href });
  const writing = await other.transaction('write');
  const record = { type: 'run-start', runId: 'r', input: 'x', streaming: false } as const;
  await expect(lease.append([record])).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await writing.rollback();
  await lease.append([record]);
  await lease.release();
  expect(await store.read('a')).toHaveLength(1);
  await store.delete('a');
  await store.close();
  other.close();
});

it('a store that is opened through links is the same store', async () => {
  const file = join(folder, 'linked.db');
  await (await openSqliteStore({ file })).close();
  symlinkSync(file, join(folder, 'link.db'));
  symlinkSync(folder, join(folder, 'here'));
  for (const [index, path] of ['linked.db', 'link.db', 'here/linked.db', 'here/link.db'].entries()) {
    const store = await openSqliteStore({ file: join(folder, path) });
    await store.create({ id: path, agent: 'clerk' });
    expect(await store.list()).toHaveLength(index + 1);
    await store.close();
  }
});

it('a store is made behind a link to a file that is not there yet', async () => {
  mkdirSync(join(folder, 'elsewhere'));
  symlinkSync('elsewhere/first.db', join(folder, 'first-link.db'));
  symlinkSync('first-link.db', join(folder, 'second-link.db'));
  for (const [index, path] of ['second-link.db', 'first-link.db', 'elsewhere/first.db'].entries()) {
    const store = await openSqliteStore({ file: join(folder, path) });
    await store.create({ id: path, agent: 'clerk' });
    expect(await store.list()).toHaveLength(index + 1);
    await store.close();
  }
  symlinkSync('round.db', join(folder, 'round.db'));
  await expect(openSqliteStore({ file: join(folder, 'round.db') })).rejects.toMatchObject({
    code: 'STORE_FAILED',
  });
});

it('an empty database, as another process leaves it while it creates the file, becomes a store', async () => {
  const file = join(folder, 'empty.db');
  const client = createClient({ url: pathToFileURL(file).href });
  await client.execute('PRAGMA journal_mode = WAL');
  client.close();
  expect([existsSync(file), existsSync(`${file}-wal`)]).toEqual([true, false]);
  const store = await openSqliteStore({ file });
  expect(await store.list()).toEqual([]);
  await store.close();
});

it('opening a second store of one file does not release the locks of the first', async () => {
  const file = join(folder, '1.db');
  const first = await openSqliteStore({ file });
  const second = await openSqliteStore({ file });
  await first.create({ id: 'a', agent: 'clerk' });
  // Without a lock of this process, the other one would believe that it is the last, and delete the log that this one writes.
  expect(await openElsewhere(1, 0, 0)).toBe(1);
  expect(existsSync(`${file}-wal`)).toBe(true);
  await second.create({ id: 'b', agent: 'clerk' });
  await Promise.all([first.close(), second.close()]);
  const later = await openSqliteStore({ file });
  expect((await later.list()).map(({ id }) => id).sort()).toEqual(['a', 'b']);
  await later.close();
});

it('a store that is opened again keeps its locks, even if the closed one has not released the file yet', async () => {
  const file = join(folder, '1.db');
  await (await openSqliteStore({ file })).close();
  const store = await openSqliteStore({ file });
  await store.create({ id: 'c', agent: 'clerk' });
  // It would delete the log if it believed that no other process has the file open.
  expect(await openElsewhere(1, 0, 0)).toBe(1);
  expect(existsSync(`${file}-wal`)).toBe(true);
  await store.create({ id: 'd', agent: 'clerk' });
  await store.close();
  const later = await openSqliteStore({ file });
  expect((await later.list()).map(({ id }) => id)).toEqual(expect.arrayContaining(['c', 'd']));
  await later.close();
});

it('a store keeps its locks if another thread opens the file', async () => {
  const file = join(folder, '1.db');
  const store = await openSqliteStore({ file });
  await store.create({ id: 'e', agent: 'clerk' });
  const worker = new Worker(program, { argv: [folder, '1', '0', '0'], stdout: true });
  expect(await once(worker, 'exit')).toEqual([0]);
  expect(await openElsewhere(1, 0, 0)).toBe(1);
  expect(existsSync(`${file}-wal`)).toBe(true);
  await store.close();
});
