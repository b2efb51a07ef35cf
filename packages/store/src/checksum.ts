import { createHash } from 'node:crypto';

/** The position before the first record of a session. */
export const START = { seq: 0, checksum: '' };

/** Returns the checksum of a record. It covers all earlier records, so that a changed, lost or moved record is detected. */
export function chainChecksum(previous: string, seq: number, at: number, json: string): string {
  return createHash('sha256').update(`${previous}\n${seq}\n${at}\n${json}`).digest('hex');
}
