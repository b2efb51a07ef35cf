import { existsSync, readFileSync } from 'node:fs';
import { isRecord } from '@toolwright/contract';
import { parseJson } from '../parse-json.js';
import type { EvalRecord } from './eval-record.js';

/** The first line of `records.jsonl`. */
export interface RecordHeader {
  readonly kind: 'run';
  readonly version: 1;
  readonly eval: string;
  readonly digest: string;
  readonly startedAt: string;
}

/** What a file of records holds. */
export interface RecordFile {
  readonly header: RecordHeader | undefined;
  readonly records: readonly EvalRecord[];
  /** Whether the run has ended. */
  readonly isComplete: boolean;
  /** The number of bytes up to the end of the last whole line. */
  readonly bytes: number;
  /** Lines that could not be read, such as the last one after a kill. */
  readonly dropped: number;
}

/** The last line of a run that has ended. */
export const END = '{"kind":"end"}\n';

/** Reads a file of records. Damaged lines are dropped and counted. A file that does not exist is empty. */
export function readRecordFile(file: string): RecordFile {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const end = bytes.lastIndexOf(0x0a) + 1;
  let header: RecordHeader | undefined;
  let dropped = end < bytes.length ? 1 : 0;
  let isComplete = false;
  const records: EvalRecord[] = [];
  for (const line of bytes.toString('utf8', 0, end).split('\n')) {
    if (line === '') continue;
    const value = parseJson(line);
    if (isHeader(value)) header ??= value;
    else if (isRecordLine(value)) records.push(value);
    else if (isRecord(value) && value.kind === 'end') isComplete = true;
    else dropped++;
  }
  return { header, records, isComplete, bytes: end, dropped };
}

function isHeader(value: unknown): value is RecordHeader {
  return isRecord(value) && value.kind === 'run' && value.version === 1 && typeof value.digest === 'string';
}

function isRecordLine(value: unknown): value is EvalRecord {
  return (
    isRecord(value) &&
    typeof value.caseId === 'string' &&
    typeof value.repetition === 'number' &&
    typeof value.key === 'string' &&
    typeof value.status === 'string' &&
    isRecord(value.scores) &&
    Object.values(value.scores).every(isScore) &&
    (value.run === undefined || isRecord(value.run))
  );
}

function isScore(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { score, passed, error } = value;
  if (error !== undefined) return typeof error === 'string';
  return typeof passed === 'boolean' && typeof score === 'number' && score >= 0 && score <= 1;
}
