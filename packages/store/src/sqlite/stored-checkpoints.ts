import { createHash } from 'node:crypto';
import type { InStatement, Row } from '@libsql/client/sqlite3';
import { isToolwrightError } from '@toolwright/contract';
import { START } from '../checksum.js';
import type {
  ReadOptions,
  SessionCheckpoint,
  SessionExcerpt,
  SessionPosition,
} from '../sessions/session-store.js';
import type { DatabaseClient } from './busy-file.js';
import { bytesOf, numberOf, RECORD_COLUMNS, textOf } from './rows.js';
import { positionOfSession, readRows, toRecord, toRecords } from './stored-records.js';

/** The format version of checkpoints. Other versions are ignored, because the records contain the same information. */
const VERSION = 1;

/** Reads a session from a known position, from its last checkpoint, or from the beginning. @throws ToolwrightError */
export async function readExcerpt(
  client: DatabaseClient,
  id: string,
  { known, observations }: ReadOptions,
): Promise<SessionExcerpt> {
  const rest = known && (await readRest(client, id, known));
  if (rest !== undefined) return { ...rest, continues: true, checkpoints: [], media: [] };
  const checkpoints = await readCheckpoints(client, id, observations);
  const last = checkpoints.at(-1);
  const covered = last && (await readRest(client, id, last.to));
  if (covered !== undefined)
    return { ...covered, continues: false, checkpoints, media: await readMedia(client, id, checkpoints) };
  const { session, rows } = await readRows(client, id, START);
  return {
    continues: false,
    checkpoints: [],
    media: [],
    records: toRecords(session, rows),
    position: positionOfSession(session),
  };
}

/**
 * Returns the statements that store a checkpoint. The last one changes a row if the checkpoint was stored.
 * @param mayWrite an SQL expression that is true while the lease is held, and its parameters
 */
export function checkpointStatements(
  id: string,
  { from, to, end, media }: SessionCheckpoint,
  mayWrite: { readonly sql: string; readonly args: readonly (string | number)[] },
): InStatement[] {
  const { observations, ...rest } = end;
  const observed = JSON.stringify(observations);
  const stored: StoredCheckpoint = {
    version: VERSION,
    from,
    end: { ...rest, observations: [] },
    media,
    observed: hashOf(observed),
  };
  const json = JSON.stringify(stored);
  return [
    {
      sql: `DELETE FROM checkpoints WHERE session = ? AND seq > ? AND ${mayWrite.sql}`,
      args: [id, from.seq, ...mayWrite.args],
    },
    {
      sql: `INSERT INTO checkpoints (session, seq, checksum, digest, json, observations)
        SELECT ?, ?, ?, ?, ?, ?
        WHERE ${mayWrite.sql}
        AND (? = 0 OR EXISTS (SELECT 1 FROM checkpoints WHERE session = ? AND seq = ? AND checksum = ?))`,
      args: [
        ...[id, to.seq, to.checksum, hashOf(`${to.seq} ${to.checksum}\n`, json), json, observed],
        ...mayWrite.args,
        ...[from.seq, id, from.seq, from.checksum],
      ],
    },
  ];
}

/** Reads the records after a position. Returns undefined if the position is not part of the session, or if the records are damaged. */
async function readRest(
  client: DatabaseClient,
  id: string,
  from: SessionPosition,
): Promise<Pick<SessionExcerpt, 'records' | 'position'> | undefined> {
  const { session, rows } = await readRows(client, id, from);
  return ifWhole(() => ({ records: toRecords(session, rows, from), position: positionOfSession(session) }));
}

/** Reads all checkpoints. Returns an empty array if one of them is damaged or missing. */
async function readCheckpoints(
  client: DatabaseClient,
  id: string,
  observations: boolean,
): Promise<readonly SessionCheckpoint[]> {
  const { rows } = await client.execute({
    sql: `SELECT +seq AS seq, CAST(checksum AS BLOB) AS checksum, CAST(digest AS BLOB) AS digest, CAST(json AS BLOB) AS json
      ${observations ? ', CAST(observations AS BLOB) AS observations' : ''}
      FROM checkpoints WHERE session = ? ORDER BY checkpoints.seq`,
    args: [id],
  });
  const checkpoints = ifWhole(() => rows.map((row) => toCheckpoint(row, observations))) ?? [];
  const follow = checkpoints.every((one, index) => {
    const { seq, checksum } = checkpoints[index - 1]?.to ?? START;
    return one?.from.seq === seq && one.from.checksum === checksum;
  });
  return follow ? checkpoints.filter((one) => one !== undefined) : [];
}

async function readMedia(
  client: DatabaseClient,
  id: string,
  checkpoints: readonly SessionCheckpoint[],
): Promise<SessionExcerpt['media']> {
  const places = checkpoints.flatMap(({ media }) => media);
  if (places.length === 0) return [];
  const { rows } = await client.execute({ sql: SELECT_MEDIA, args: [id, JSON.stringify(places)] });
  // Checksums need not be verified here, because each reference to media contains the hash of the media.
  return rows.map(toRecord);
}

const SELECT_MEDIA = `SELECT ${RECORD_COLUMNS} FROM records
  WHERE session = ? AND records.seq IN (SELECT value FROM json_each(?)) ORDER BY records.seq`;

/** The content of the column `json`. */
interface StoredCheckpoint extends Pick<SessionCheckpoint, 'from' | 'end' | 'media'> {
  readonly version: number;
  /** The hash of the `observations` column. */
  readonly observed: string;
}

/** Decodes a checkpoint. Returns undefined if it is damaged or has a different format version. */
function toCheckpoint(row: Row, observations: boolean): SessionCheckpoint | undefined {
  const to = { seq: numberOf(row, 'seq'), checksum: textOf(row, 'checksum') };
  if (textOf(row, 'digest') !== hashOf(`${to.seq} ${to.checksum}\n`, bytesOf(row, 'json'))) return undefined;
  const { version, from, end, media, observed }: StoredCheckpoint = JSON.parse(textOf(row, 'json'));
  if (version !== VERSION) return undefined;
  if (!observations) return { from, to, end, media };
  if (observed !== hashOf(bytesOf(row, 'observations'))) return undefined;
  return { from, to, end: { ...end, observations: JSON.parse(textOf(row, 'observations')) }, media };
}

function hashOf(...contents: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex');
}

/** Returns undefined if reading throws `STORE_CORRUPT`. */
function ifWhole<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (isToolwrightError(error) && error.code === 'STORE_CORRUPT') return undefined;
    throw error;
  }
}
