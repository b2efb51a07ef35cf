import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { errorMessage, isRecord, ToolwrightError } from '@toolwright/contract';
import type { RedactRules } from '@toolwright/redaction';
import type { Calibration, RunEvent } from '../define/scorer.js';
import { parseJson } from '../parse-json.js';
import type { EvalRecord } from './eval-record.js';
import { copyRuns, EventLines } from './event-lines.js';
import { lockFolder } from './folder-lock.js';
import { makeFolder } from './make-folder.js';
import { END, type RecordHeader, readRecordFile } from './record-file.js';

/** How a run begins. */
export interface OpenOptions {
  readonly header: RecordHeader;
  /** The keys of the attempts of this run. */
  readonly keys: ReadonlySet<string>;
  /** Whether scored attempts of earlier runs are used. */
  readonly cache: boolean;
  /** Whether a run that did not end is continued. */
  readonly resume: boolean;
  /** What is masked in events. */
  readonly rules: RedactRules;
}

/** Records of earlier runs that are kept for the cache although the current run does not use them. */
const MAX_UNUSED = 10_000;

/**
 * The folder of an eval. `records.jsonl`: the run, a line each attempt, appended. `cache.jsonl`: scored attempts that the run does not
 * use. `events.jsonl`: the events of all of them.
 */
export class RecordStore {
  readonly startedAt: string;
  /** The attempts that need not be run. */
  readonly records: readonly EvalRecord[];
  readonly notes: readonly string[];
  readonly #folder: string;
  readonly #release: () => void;
  readonly #events: EventLines;
  readonly #files: { readonly records: number; readonly events: number };

  /** @throws ToolwrightError `USAGE` if another process writes to the folder, `OUTPUT_FAILED` */
  constructor(folder: string, options: OpenOptions) {
    this.#folder = folder;
    this.#events = new EventLines(options.rules);
    guard(folder, () => makeFolder(folder));
    this.#release = guard(folder, () => lockFolder(folder));
    try {
      // It must not pass for the report of this run.
      guard(folder, () => rmSync(this.#path('report.json'), { force: true }));
      const begun = guard(folder, () => this.#begin(options));
      this.records = begun.records;
      this.startedAt = begun.startedAt;
      this.notes = begun.notes;
      this.#files = guard(folder, () => ({
        records: openSync(this.#path('records.jsonl'), 'a'),
        events: openSync(this.#path('events.jsonl'), 'a'),
      }));
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** Appends an attempt: its events first, so that each record has its run. */
  append(record: EvalRecord, events: readonly RunEvent[]): void {
    guard(this.#folder, () => {
      writeAll(this.#files.events, this.#events.write(events));
      writeAll(this.#files.records, `${JSON.stringify(record)}\n`);
    });
  }

  /** Marks the run as complete. */
  complete(): void {
    guard(this.#folder, () => writeAll(this.#files.records, END));
  }

  readCalibration(version: string): Calibration | undefined {
    const known = this.#readCalibrations()[version];
    // Written by `keepCalibration`.
    return isRecord(known) ? (known as unknown as Calibration) : undefined;
  }

  keepCalibration(version: string, calibration: Calibration): void {
    const all = { ...this.#readCalibrations(), [version]: calibration };
    this.replace('calibrations.json', `${JSON.stringify(all, undefined, 2)}\n`);
  }

  /** Writes a file of the folder, in one step. */
  replace(name: string, text: string): void {
    const file = this.#path(name);
    guard(file, () => {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    });
  }

  close(): void {
    closeSync(this.#files.records);
    closeSync(this.#files.events);
    this.#release();
  }

  #begin({ header, keys, cache, resume }: OpenOptions) {
    const file = this.#path('records.jsonl');
    const found = readRecordFile(file);
    const notes =
      found.dropped > 0 ? [`${file}: ${found.dropped} damaged or unfinished lines were dropped.`] : [];
    if (resume && !found.isComplete && found.header?.digest === header.digest) {
      truncateSync(file, found.bytes);
      const records = firstOfEach(
        found.records.filter(({ key, status }) => keys.has(key) && status !== 'skipped'),
      );
      this.#keepEvents([...records, ...readRecordFile(this.#path('cache.jsonl')).records]);
      notes.push(`Resumed: ${records.length} of ${keys.size} attempts are done.`);
      return { records, startedAt: found.header.startedAt, notes };
    }
    const earlier = this.#earlierRecords(found.records);
    const known = cache ? earlier.filter(({ key }) => keys.has(key)) : [];
    const records = known.map((record) => ({ ...record, cached: true as const }));
    const unused = earlier.filter(({ key }) => !keys.has(key)).slice(0, MAX_UNUSED);
    this.#keepEvents([...records, ...unused]);
    this.replace('cache.jsonl', linesOf(unused));
    this.replace('records.jsonl', linesOf([header, ...records]));
    return { records, startedAt: header.startedAt, notes };
  }

  /** Returns the scored attempts, the latest first. */
  #earlierRecords(latest: readonly EvalRecord[]): readonly EvalRecord[] {
    const { records } = readRecordFile(this.#path('cache.jsonl'));
    return firstOfEach([...latest, ...records].filter(isWhole));
  }

  #keepEvents(records: readonly EvalRecord[]): void {
    const runIds = new Set(records.flatMap(({ run }) => (run === undefined ? [] : [run.runId])));
    const file = this.#path('events.jsonl');
    copyRuns(file, `${file}.new`, runIds);
    renameSync(`${file}.new`, file);
  }

  #readCalibrations(): Readonly<Record<string, unknown>> {
    const file = this.#path('calibrations.json');
    const all = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
    return isRecord(all) ? all : {};
  }

  #path(name: string): string {
    return path.join(this.#folder, name);
  }
}

/** Whether all scores are there, so that the attempt need not be repeated. */
function isWhole({ status, scores }: EvalRecord): boolean {
  return status === 'scored' && Object.values(scores).every((score) => 'passed' in score);
}

function firstOfEach(records: readonly EvalRecord[]): readonly EvalRecord[] {
  const byKey = new Map<string, EvalRecord>();
  for (const record of records) if (!byKey.has(record.key)) byKey.set(record.key, record);
  return [...byKey.values()];
}

function linesOf(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; ) start += writeSync(file, bytes, start);
}

function guard<Result>(where: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ToolwrightError) throw error;
    throw new ToolwrightError('OUTPUT_FAILED', `Cannot write to ${where}: ${errorMessage(error)}`, {
      blame: 'user',
      hint: 'Check the folder, its permissions and the free space, or pass another --out.',
      cause: error,
    });
  }
}
