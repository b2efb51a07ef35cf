import { createHash } from 'node:crypto';

/** The checksum of a session without records. */
export const NO_CHECKSUM = '';

/** The checksum of a record covers all records before it: none can be changed, lost or moved unnoticed. */
export function chainChecksum(previous: string, seq: number, at: number, json: string): string {
  return createHash('sha256').update(`${previous}\n${seq}\n${at}\n${json}`).digest('hex');
}
