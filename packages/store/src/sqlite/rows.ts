import type { Row } from '@libsql/client/sqlite3';
import { storeCorrupt } from '../store-error.js';

/**
 * The columns of a session. Text is read as bytes, because text that is not UTF-8 crashes the driver and the process. Numbers are read as
 * expressions, so that the driver never reads a column type from a damaged schema.
 */
export const SESSION_COLUMNS = `CAST(id AS BLOB) AS id, CAST(agent AS BLOB) AS agent, +created_at AS created_at,
  +updated_at AS updated_at, +head AS head, CAST(checksum AS BLOB) AS checksum, CAST(lease_key AS BLOB) AS lease_key,
  CAST(lease_host AS BLOB) AS lease_host, +lease_pid AS lease_pid, +lease_expires AS lease_expires,
  CAST(lease_machine AS BLOB) AS lease_machine, CAST(lease_started AS BLOB) AS lease_started`;

/** The columns of a record, read in the same way. */
export const RECORD_COLUMNS =
  '+seq AS seq, +at AS at, CAST(json AS BLOB) AS json, CAST(checksum AS BLOB) AS checksum';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a text column. @throws ToolwrightError `STORE_CORRUPT` for invalid UTF-8 or a value of another type */
export function textOf(row: Row, column: string): string {
  const bytes = bytesOf(row, column);
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw storeCorrupt(`The column '${column}' contains bytes that are not UTF-8.`, error);
  }
}

/** Reads the bytes of a text column. @throws ToolwrightError `STORE_CORRUPT` for a value of another type */
export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw storeCorrupt(`The column '${column}' does not contain text.`);
}

/** Reads a text column that may be null. */
export function optionalTextOf(row: Row, column: string): string | null {
  return row[column] === null ? null : textOf(row, column);
}

/** Reads a number column. @throws ToolwrightError `STORE_CORRUPT` for a value of another type */
export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw storeCorrupt(`The column '${column}' does not contain a number.`);
}
