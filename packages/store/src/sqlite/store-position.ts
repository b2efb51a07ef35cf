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
  if (row === undefined || rows.length > 1) throw storeCorrupt('The table of the position is damaged.');
  return positionOf(row);
}

/** @throws ToolwrightError `STORE_CORRUPT` */
export function positionOf(row: Row): StorePosition {
  if (!(row.store instanceof ArrayBuffer) || row.store.byteLength !== 16)
    throw storeCorrupt('The table of the position is damaged.');
  return { store: Buffer.from(row.store).toString('hex'), count: numberOf(row, 'count') };
}

/** A file without a position has no business beside a mark that counts changes. @throws ToolwrightError `STORE_CORRUPT` */
export function checkNoMark(file: string, marks: readonly StorePosition[]): void {
  const lost = Math.max(0, ...marks.map(({ count }) => count));
  if (lost > 0) throw wentBack(file, `${file} is new or old, but ${markOf(file)} counts ${lost} changes.`);
}

/** Compares a store with its mark, or makes one for a new store. @throws ToolwrightError `STORE_CORRUPT` */
export async function openMark(client: DatabaseClient, file: string): Promise<PositionMark> {
  // Again after a problem: another process may just have made the mark.
  const problem = (await findProblem(client, file)) && (await findProblem(client, file));
  if (problem !== undefined) throw wentBack(file, problem);
  // Before any change is counted.
  if (PositionMark.read(file).length === 0) PositionMark.create(file, await readPosition(client));
  return PositionMark.open(file);
}

/** Makes another store of what is there, with a mark of its own. */
export async function acceptStore(client: DatabaseClient, file: string): Promise<PositionMark> {
  await client.execute('UPDATE position SET store = randomblob(16)');
  const position = await readPosition(client);
  PositionMark.create(file, position);
  const mark = PositionMark.open(file);
  mark.reset(position);
  return mark;
}

/** The mark is read first: a healthy store is never behind what its mark said before. */
async function findProblem(client: DatabaseClient, file: string): Promise<string | undefined> {
  const marks = PositionMark.read(file);
  const { store, count } = await readPosition(client);
  const mark = marks.find((position) => position.store === store);
  if (mark !== undefined)
    return mark.count > count
      ? `${file} went back in time: it has seen ${count} changes, and ${mark.count} were written.`
      : undefined;
  if (marks.some((other) => other.count > 0)) return `${markOf(file)} belongs to another store than ${file}.`;
  return count > 0
    ? `${markOf(file)} is missing or damaged: whether ${file} has lost records is not known.`
    : undefined;
}

function wentBack(file: string, problem: string): ToolwrightError {
  return new ToolwrightError('STORE_CORRUPT', problem, {
    blame: 'user',
    hint: `Nothing was changed. Put ${file} and its files -wal and -mark back as they were. To go on with what is there, such as a backup, run \`toolwright sessions accept\`.`,
  });
}
