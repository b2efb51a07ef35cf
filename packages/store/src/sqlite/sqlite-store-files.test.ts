import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client/sqlite3';
import type { SessionRecord } from '../sessions/session-record.js';
import { SCHEMA_VERSION } from './database-schema.js';
import { openSqliteStore } from './sqlite-store.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = (): string => join(folder, `${++files}`, 'sessions.db');
const start = (runId: string): SessionRecord => ({
  type: 'run-start',
  runId,
  input: runId,
  streaming: false,
});

describe('a file that is not a store of this version', () => {
  const untouched = async (file: string, code: string): Promise<void> => {
    const before = readFileSync(file);
    const message = expect.not.stringContaining('\n');
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ code, message });
    expect(readFileSync(file).equals(before)).toBe(true);
  };
  const makeStore = async (records = 0): Promise<string> => {
    const file = newFile();
    const store = await openSqliteStore({ file });
    await store.create({ id: 'a', agent: 'clerk' });
    const lease = await store.acquire('a', 60_000);
    for (let index = 0; index < records; index++) await lease.append([start(String(index).repeat(200))]);
    await lease.release();
    await store.close();
    return file;
  };
  const change = async (file: string, sql: string): Promise<void> => {
    const client = createClient({ url: pathToFileURL(file).href });
    await client.executeMultiple(`${sql}; PRAGMA wal_checkpoint(TRUNCATE)`);
    client.close();
  };

  it('is refused if it is a different kind of file', async () => {
    const text = join(folder, 'text.db');
    writeFileSync(text, 'no database, but long enough to have a header '.repeat(10));
    await untouched(text, 'STORE_CORRUPT');
    const foreign = join(folder, 'foreign.db');
    await change(foreign, 'CREATE TABLE t (x)');
    await untouched(foreign, 'STORE_CORRUPT');
    const empty = join(folder, 'foreign-without-tables.db');
    await change(empty, 'PRAGMA application_id = 7');
    await untouched(empty, 'STORE_CORRUPT');
  });

  it('is refused if it is newer', async () => {
    const file = await makeStore();
    await change(file, `PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    await untouched(file, 'STORE_VERSION');
  });

  it('is refused if it is truncated or damaged', async () => {
    const file = await makeStore(50);
    const whole = readFileSync(file);
    for (const length of [50, 5000, whole.length - 4096]) {
      writeFileSync(file, whole.subarray(0, length));
      await untouched(file, 'STORE_CORRUPT');
    }
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 4096, 4096 * 3);
    writeFileSync(file, damaged);
    await untouched(file, 'STORE_CORRUPT');
  });

  it('is not read if it holds a number that is too large', async () => {
    const file = await makeStore(1);
    await change(file, 'UPDATE sessions SET created_at = 9223372036854775807');
    const store = await openSqliteStore({ file });
    await expect(store.find('a')).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    await store.close();
  });

  it.each([
    ['changed', "UPDATE records SET json = replace(json, '111', '222') WHERE seq = 2"],
    ['removed', 'DELETE FROM records WHERE seq = 2'],
    ['removed at the end', 'DELETE FROM records WHERE seq = 3'],
    ['dated back', 'UPDATE records SET at = at - 1 WHERE seq = 2'],
    [
      'swapped',
      'UPDATE records SET seq = 9 WHERE seq = 1; UPDATE records SET seq = 1 WHERE seq = 2; UPDATE records SET seq = 2 WHERE seq = 9',
    ],
  ])('is not read if a record was %s', async (_, sql) => {
    const file = await makeStore(3);
    await change(file, sql);
    const store = await openSqliteStore({ file });
    await expect(store.read('a')).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    await store.close();
  });

  it('reports that it cannot be written', async () => {
    const file = join(folder, 'file-as-folder');
    writeFileSync(file, '');
    await expect(openSqliteStore({ file: join(file, 'sessions.db') })).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
  });
});
