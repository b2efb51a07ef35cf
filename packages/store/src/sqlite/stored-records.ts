import type { Row } from '@libsql/client/sqlite3';
import { chainChecksum, START } from '../checksum.js';
import type { StoredRecord } from '../sessions/session-record.js';
import type { SessionPosition } from '../sessions/session-store.js';
import { storeCorrupt, unknownSession } from '../store-error.js';
import type { DatabaseClient } from './busy-file.js';
import { numberOf, RECORD_COLUMNS, SESSION_COLUMNS, textOf } from './rows.js';

export const SELECT_SESSION = `SELECT ${SESSION_COLUMNS} FROM sessions WHERE sessions.id = ?`;
const SELECT_RECORDS = `SELECT ${RECORD_COLUMNS} FROM records WHERE session = ? AND records.seq > ? ORDER BY records.seq`;

/** Reads a session and its records after a position, in one transaction. @throws ToolwrightError `UNKNOWN_SESSION` */
export async function readRows(
  client: DatabaseClient,
  id: string,
  { seq }: SessionPosition,
): Promise<{ readonly session: Row; readonly rows: readonly Row[] }> {
  const [sessions, records] = await client.batch(
    [
      { sql: SELECT_SESSION, args: [id] },
      { sql: SELECT_RECORDS, args: [id, seq] },
    ],
    'deferred',
  );
  const session = sessions?.rows[0];
  if (session === undefined) throw unknownSession(id);
  return { session, rows: records?.rows ?? [] };
}

/** Returns the position at the end of a session. */
export function positionOfSession(session: Row): SessionPosition {
  return { seq: numberOf(session, 'head'), checksum: textOf(session, 'checksum') };
}

/** Reads a record without verifying its checksum. */
export function toRecord(row: Row): StoredRecord {
  return { seq: numberOf(row, 'seq'), at: numberOf(row, 'at'), record: JSON.parse(textOf(row, 'json')) };
}

/**
 * Reads the records from a position to the end of a session, and verifies their checksums.
 * @throws ToolwrightError `STORE_CORRUPT` if a checksum differs or records are missing at the end
 */
export function toRecords(session: Row, rows: readonly Row[], from = START): StoredRecord[] {
  const id = textOf(session, 'id');
  let checksum = from.checksum;
  const records = rows.map((row, index) => {
    const [seq, at, json] = [numberOf(row, 'seq'), numberOf(row, 'at'), textOf(row, 'json')];
    checksum = chainChecksum(checksum, seq, at, json);
    const place = from.seq + index + 1;
    if (seq !== place || checksum !== textOf(row, 'checksum')) {
      throw storeCorrupt(`The record ${place} of the session '${id}' is damaged.`);
    }
    return { seq, at, record: JSON.parse(json) };
  });
  const end = positionOfSession(session);
  if (from.seq + records.length === end.seq && checksum === end.checksum) return records;
  throw storeCorrupt(`The session '${id}' is missing records at its end.`);
}
