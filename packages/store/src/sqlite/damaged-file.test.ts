import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { thorough } from '../../../../scripts/thorough.mjs';
import type { StoredRecord } from '../sessions/session-record.js';
import type { SessionStore } from '../sessions/session-store.js';
import { PositionMark } from './position-mark.js';
import { openSqliteStore } from './sqlite-store.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-damage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FLIPS = thorough ? 1000 : 100;
const IDS = ['a', 'bee'];

it('a flipped byte of the file loses nothing in silence, and never ends the process', async () => {
  const file = join(folder, 'whole.db');
  const written = await writeSessions(file);
  const whole = readFileSync(file);
  const outcomes = new Set<string>();
  for (let index = 0; index < FLIPS; index++) {
    const damaged = Buffer.from(whole);
    const place = Math.imul(index + 1, 2_654_435_761) >>> 0;
    damaged[place % whole.length] = (whole[place % whole.length] ?? 0) ^ (1 + ((index * 37) % 255));
    writeFileSync(file, damaged);
    const read = await readSessions(file);
    // What the damage does not reach may be read; anything else is refused.
    if (typeof read === 'string') expect(['STORE_CORRUPT', 'STORE_VERSION']).toContain(read);
    else expect(read).toEqual(written);
    outcomes.add(typeof read === 'string' ? read : 'read');
  }
  expect([...outcomes]).toEqual(expect.arrayContaining(['read', 'STORE_CORRUPT']));
});

it('a flipped byte of the write-ahead log after a kill loses nothing in silence', async () => {
  const file = join(folder, 'log.db');
  let written: (readonly StoredRecord[])[] = [];
  await writeSessions(file, async (store) => {
    written = await Promise.all(IDS.map((id) => store.read(id)));
    copyStore(file, join(folder, 'killed.db'));
  });
  const killed = join(folder, 'killed.db');
  expect(await readSessions(killedCopy(killed))).toEqual(written);
  const log = readFileSync(`${killed}-wal`);
  const outcomes = { read: 0, refused: 0 };
  for (let index = 0; index < FLIPS; index++) {
    const copy = killedCopy(killed);
    const damaged = Buffer.from(log);
    const place = (Math.imul(index + 1, 2_654_435_761) >>> 0) % log.length;
    damaged[place] = (log[place] ?? 0) ^ (1 + ((index * 37) % 255));
    writeFileSync(`${copy}-wal`, damaged);
    const read = await readSessions(copy);
    if (typeof read === 'string') expect(read).toBe('STORE_CORRUPT');
    else expect(read).toEqual(written);
    outcomes[typeof read === 'string' ? 'refused' : 'read']++;
  }
  expect(outcomes.refused).toBeGreaterThan(0);
});

describe('a store that went back in time', () => {
  /** As a process leaves it that was killed after two sessions of ten records. */
  const killedStore = async (name: string): Promise<string> => {
    const file = join(folder, `${name}.db`);
    await writeSessions(`${file}.before`, async () => copyStore(`${file}.before`, file));
    return file;
  };

  it('is refused without its log, and says what it should have', async () => {
    const file = await killedStore('no-log');
    rmSync(`${file}-wal`);
    await expect(openSqliteStore({ file })).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('counts 22 changes'),
    });
  });

  it('is refused if it is an older copy', async () => {
    const file = join(folder, 'older.db');
    await writeSessions(file);
    const older = readFileSync(file);
    const store = await openSqliteStore({ file });
    await append(store, 'a', 'later');
    await store.close();
    writeFileSync(file, older);
    await expect(openSqliteStore({ file })).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('it contains 22 changes, but 23 were written'),
    });
    // A backup that was restored on purpose.
    const accepted = await openSqliteStore({ file, accept: true });
    expect(await accepted.read('a')).toHaveLength(10);
    await append(accepted, 'a', 'new');
    await accepted.close();
    const again = await openSqliteStore({ file });
    expect(await again.read('a')).toHaveLength(11);
    await again.close();
  });

  it('is refused without its mark, and beside the mark of another store', async () => {
    const [file, other] = [join(folder, 'one.db'), join(folder, 'two.db')];
    await writeSessions(file);
    await writeSessions(other);
    copyFileSync(`${other}-mark`, `${file}-mark`);
    await expect(openSqliteStore({ file })).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('belongs to a different store'),
    });
    rmSync(`${file}-mark`);
    await expect(openSqliteStore({ file })).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('is missing or damaged'),
    });
    rmSync(other);
    await expect(openSqliteStore({ file: other })).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  });

  it('is not suspected after a flipped byte of the mark or a mark that is behind', async () => {
    const file = join(folder, 'mark.db');
    const written = await writeSessions(file);
    const mark = readFileSync(`${file}-mark`);
    // The newest of 22 changes: as after a kill between the change and its mark.
    mark.fill(0, 22 * 64, 23 * 64);
    writeFileSync(`${file}-mark`, mark);
    expect(await readSessions(file)).toEqual(written);
  });

  it('is refused beside something that is no mark, without reading it to its end', async () => {
    const file = join(folder, 'no-mark.db');
    await writeSessions(file);
    rmSync(`${file}-mark`);
    symlinkSync('/dev/zero', `${file}-mark`);
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    rmSync(`${file}-mark`);
    mkdirSync(`${file}-mark`);
    await expect(openSqliteStore({ file })).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringContaining(`${file}-mark`),
    });
  });

  it.each(['', '-wal', '-mark'])('is noticed if it is deleted while open: %s', async (suffix) => {
    const file = join(folder, `deleted${suffix}.db`);
    const store = await openSqliteStore({ file });
    await append(store, 'a', 'first');
    rmSync(`${file}${suffix}`);
    await expect(append(store, 'a', 'second')).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('was deleted or replaced'),
    });
    await store.close();
  });
});

it('several stores of one file that write at once keep one mark, which is never behind at the end', async () => {
  const file = join(folder, 'shared.db');
  const stores: SessionStore[] = [];
  for (let count = 0; count < 3; count++) stores.push(await openSqliteStore({ file }));
  await Promise.all(
    stores.map(async (store, index) => {
      for (let count = 0; count < 50; count++) await append(store, `s${index}`, `${count}`);
    }),
  );
  await Promise.all(stores.map((store) => store.close()));
  // 3 sessions of 50 records.
  expect(PositionMark.read(file)).toEqual([expect.objectContaining({ count: 3 + 150 })]);
});

it('a file of the first version is read, and gets a mark', async () => {
  const file = join(folder, 'first-version.db');
  writeFileSync(file, gunzipSync(Buffer.from(FIRST_VERSION, 'base64')));
  const store = await openSqliteStore({ file });
  const records = await store.read('a');
  expect(records.map(({ record }) => record.runId)).toEqual(['1', '2', '3']);
  await append(store, 'a', '4');
  await store.close();
  expect(PositionMark.read(file)).toEqual([expect.objectContaining({ count: 1 })]);
});

/** A session with three records, written by the first version of the schema; compressed. */
const FIRST_VERSION = `
H4sIAAAAAAAAA+3aX2vbVhQA8GvJaZMSR9324IcQuBOMJuC1utb/PNWx1c3MczZbJi2MmSvd40aLY7uWXBpGH1y2h32PQT/IHvbU
532FseV1MNqXYcdyktUOg21kjPMDI+meY+ncc9HDBTU/r0UJ0E5/eMwTqpPbRJLIfUoJIRIhZIWckwkh2QvXmdmP+AfNJllMInef
fpdTfifZ9Vdko6X8mPtt/dWSXIQQQgghhBD66158kL2Z39zMfPN+woMuDCHsD0U8O6yUG17J96hf2qt5dDZIt2/RqRjiOOr3qO89
9Gl936f1Vq1GG94Dr+HVy14zTYjpdiR26H6dVrya53u0XGqWSxWvML/PE1qt+95HXmN+mzTGk6Whr+I/PzuNhIcQHsWj48XRzxrV
T0uNR/QT7xHdnpVYmBSxM03YoU2/US37BXpQ9T/eb/m0sX9QrXwp38izrczzqCfgWTqxdnDSHg0ETyAdyc46Vq1XvIf07bxJF87b
cjYm2jzZedHP3MxvbWW+ZdN1SHPSo3RpJc7vMJtTJM7memFu8w4+hl6ypE9DmD1+aZPPK1yacghcvBWkFe9BqVXzqXb1oszz7txJ
E7vAY2gfwck08/LoYT9OFgwPonkFlwPwbBANIU6Dlxb4nnQjX97KkLMVfdKNEmjzUdKfXrfnS8fSs8lefnXyyuQmm3jlJVFeXvfL
ixBCCCGEEEII/S+Npcy6kpekzDjXekeSediF4ZH8s3wqB44tOkVhmIamOcwUoXEwT53888pUW4DNgVsO2GAaPLRDG+yiZYZFMxBg
G8ywAs1xXL1jMrBvTff/b4jy5rrbgRBCCCGEEEIIoX9BVlbW+Nn+/zVRXl93OQghhBBCCCGEEPrnrcjSmnw62f/LG3tE6W78tLF3
3TUhhBBCCCGEEPrvGr+3qmSk8eY4x2X59Gs1ORmAuqsOR70P44QPE7UwOa8KdVfV1YIa9QajRN1VD3/4vvuF2u3TyWCcDIEfR73H
6m6Hd2N4/nc/a79QlCT/emVRxUVFFRcVpReZU+zYZmDyIjhFXXNZaFkGYzx0AXTNsFzggdnhHc0VDHTg00KZ5YYaaMIZv7uqrM06
9cuVNbFFNbFFNYEIhO0armkHIgTLcTRmhQ7XdcMUJnMti3GwWWgGLjiGFYbcdmyd6dzWbM0Juf4HOBUW1ABQAAA=`;

async function append(store: SessionStore, id: string, runId: string): Promise<void> {
  await store.create({ id, agent: 'clerk' });
  const lease = await store.acquire(id, 60_000);
  try {
    await lease.append([{ type: 'run-start', runId, input: 'more', streaming: false }]);
  } finally {
    await lease.release().catch(() => {
      // The test asks for the error of the append.
    });
  }
}

function copyStore(from: string, to: string): void {
  for (const suffix of ['', '-wal', '-mark']) copyFileSync(`${from}${suffix}`, `${to}${suffix}`);
}

/** A fresh copy of a store, to be damaged and opened. */
function killedCopy(file: string): string {
  const copy = join(folder, 'copy.db');
  for (const suffix of ['', '-wal', '-shm', '-mark']) rmSync(`${copy}${suffix}`, { force: true });
  copyStore(file, copy);
  return copy;
}

async function writeSessions(
  file: string,
  beforeClose: (store: SessionStore) => Promise<void> = async () => {},
): Promise<(readonly StoredRecord[])[]> {
  const store = await openSqliteStore({ file });
  for (const id of IDS) {
    await store.create({ id, agent: 'clerk' });
    const lease = await store.acquire(id, 60_000);
    for (let index = 0; index < 10; index++) {
      const input = 'häl'.repeat(100);
      await lease.append([{ type: 'run-start', runId: `${index}`, input, streaming: false }]);
    }
    await lease.release();
  }
  const records = await Promise.all(IDS.map((id) => store.read(id)));
  await beforeClose(store);
  await store.close();
  return records;
}

/** @returns the records of all sessions, or the code of the refusal */
async function readSessions(file: string): Promise<(readonly StoredRecord[])[] | string> {
  try {
    const store = await openSqliteStore({ file });
    try {
      return await Promise.all(IDS.map((id) => store.read(id)));
    } finally {
      await store.close();
    }
  } catch (error) {
    return String(Reflect.get(Object(error), 'code'));
  }
}
