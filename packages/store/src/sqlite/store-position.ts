import type { Row } from '@libsql/client/sqlite3';
import { ToolwrightError } from '@toolwright/contract';
import { storeCorrupt } from '../store-error.js';
import type { DatabaseClient } from './busy-file.js';
import { markOf, PositionMark, type StorePosition } from './position-mark.js';
import { numberOf } from './rows.js';

/** @throws ToolwrightError `STORE_CORRUPT` if the position is missing */
async function readPosition(client: DatabaseClient): Promise<StorePosition> {
  const { rows } = await client.execute('SELECT CAST(store AS BLOB) AS store, +count AS count FROM position');
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw storeCorrupt("The table 'position' is damaged.");
  return positionOf(row);
}

/** @throws ToolwrightError `STORE_CORRUPT` */
export function positionOf(row: Row): StorePosition {
  if (!(row.store instanceof ArrayBuffer) || row.store.byteLength !== 16)
    throw storeCorrupt("The table 'position' is damaged.");
  return { store: Buffer.from(row.store).toString('hex'), count: numberOf(row, 'count') };
}

/** Refuses a file that has no position although its mark counts changes. @throws ToolwrightError `STORE_CORRUPT` */
export function checkNoMark(file: string, marks: readonly StorePosition[]): void {
  const lost = Math.max(0, ...marks.map(({ count }) => count));
  if (lost > 0)
    throw wentBack(file, `${file} is empty or outdated: ${markOf(file)} counts ${lost} changes to it.`);
}

/** Compares a store with its mark, or creates the mark of a new store. @throws ToolwrightError `STORE_CORRUPT` */
export async function openMark(client: DatabaseClient, file: string): Promise<PositionMark> {
  // A problem is checked twice, because another process may currently be creating the mark.
  const problem = (await findProblem(client, file)) && (await findProblem(client, file));
  if (problem !== undefined) throw wentBack(file, problem);
  // The mark must exist before any change is counted.
  if (PositionMark.read(file).length === 0) PositionMark.create(file, await readPosition(client));
  return PositionMark.open(file);
}

/** Accepts the file as is: gives the store a new id and resets its mark. */
export async function acceptStore(client: DatabaseClient, file: string): Promise<PositionMark> {
  await client.execute('UPDATE position SET store = randomblob(16)');
  const position = await readPosition(client);
  PositionMark.create(file, position);
  const mark = PositionMark.open(file);
  mark.reset(position);
  return mark;
}

/** Compares a store with its mark. Reads the mark first: a healthy store is never behind an earlier state of its mark. */
async function findProblem(client: DatabaseClient, file: string): Promise<string | undefined> {
  const marks = PositionMark.read(file);
  const { store, count } = await readPosition(client);
  const mark = marks.find((position) => position.store === store);
  if (mark !== undefined)
    return mark.count > count
      ? `${file} went back in time: it contains ${count} changes, but ${mark.count} were written.`
      : undefined;
  if (marks.some((other) => other.count > 0))
    return `${markOf(file)} belongs to a different store, not to ${file}.`;
  return count > 0 ? `${markOf(file)} is missing or damaged, so ${file} may have lost records.` : undefined;
}

function wentBack(file: string, problem: string): ToolwrightError {
  return new ToolwrightError('STORE_CORRUPT', problem, {
    blame: 'user',
    hint: `Nothing was changed. Restore ${file} together with its -wal and -mark files. To continue with the file as is, e.g. a backup, run \`toolwright sessions accept\`.`,
  });
}
