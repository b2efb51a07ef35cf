import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ToolwrightError } from '@toolwright/contract';
import { storeCorrupt } from '../store-error.js';
import { APPLICATION_ID, SCHEMA_VERSION } from './database-schema.js';

/** https://www.sqlite.org/fileformat.html#the_database_header */
const HEADER = {
  length: 100,
  magic: 'SQLite format 3\0',
  pageSize: 16,
  pages: 28,
  userVersion: 60,
  applicationId: 68,
};
/** In the header, a page size of 65,536 is written as 1. */
const LARGEST_PAGE = 65_536;

/**
 * Looks at a file before SQLite does, since that writes to what it opens. A file that is not there, or empty, is fine.
 * @throws ToolwrightError `STORE_CORRUPT` for a file of another kind, `STORE_VERSION` for one of a newer version
 */
export function checkFile(file: string): void {
  const header = readHeader(file);
  if (header === undefined) return;
  if (header.length < HEADER.length || header.toString('latin1', 0, 16) !== HEADER.magic) {
    throw storeCorrupt(`${file} is not a SQLite database, or its beginning is lost.`);
  }
  // What was written last may still be in the log beside it; then only SQLite can say.
  if (sizeOf(`${file}-wal`) > 0) return;
  const pageSize = header.readUInt16BE(HEADER.pageSize);
  const pages = header.readUInt32BE(HEADER.pages);
  const size = pages * (pageSize === 1 ? LARGEST_PAGE : pageSize);
  if (sizeOf(file) < size)
    throw storeCorrupt(`${file} has lost its end: ${sizeOf(file)} of ${size} bytes are left.`);
  const applicationId = header.readUInt32BE(HEADER.applicationId);
  const version = header.readUInt32BE(HEADER.userVersion);
  // Another process is just making it; a table would have a page of its own.
  if (applicationId === 0 && version === 0 && pages <= 1) return;
  checkIdentity(file, { applicationId, version });
}

/** @throws ToolwrightError as {@link checkFile} */
export function checkIdentity(file: string, { applicationId, version }: DatabaseIdentity): void {
  if (applicationId !== APPLICATION_ID) {
    throw storeCorrupt(`${file} is a database, but not one of sessions.`);
  }
  if (version <= SCHEMA_VERSION) return;
  throw new ToolwrightError(
    'STORE_VERSION',
    `${file} was written by a newer version: its schema is ${version}, and this package knows ${SCHEMA_VERSION}.`,
    { blame: 'user', hint: 'Update @toolwright/store. Nothing was changed.' },
  );
}

export interface DatabaseIdentity {
  readonly applicationId: number;
  readonly version: number;
}

function readHeader(file: string): Buffer | undefined {
  if (sizeOf(file) === 0) return undefined;
  const header = Buffer.alloc(HEADER.length);
  const descriptor = openSync(file, 'r');
  try {
    return header.subarray(0, readSync(descriptor, header, 0, header.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
