import type { Row } from '@libsql/client/sqlite3';
import { storeCorrupt } from '../store-error.js';

/** A text of a row. @throws ToolwrightError `STORE_CORRUPT` for another type, which the schema rules out */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw storeCorrupt(`The column '${column}' holds no text.`);
}

/** @throws ToolwrightError `STORE_CORRUPT` */
export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw storeCorrupt(`The column '${column}' holds no number.`);
}
