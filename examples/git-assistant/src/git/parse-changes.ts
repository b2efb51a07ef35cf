import { changeKind, type FileChangeKind } from './parse-status.js';

export interface RawChange {
  path: string;
  from?: string;
  change: FileChangeKind;
  /** Lines; null for binary files. */
  added: number | null;
  deleted: number | null;
  /** Whether it is a submodule. */
  isModule?: true | undefined;
}

/** A change, and whether it may be real although no lines differ. */
interface Entry {
  readonly raw: RawChange;
  readonly sameMode: boolean;
}

/**
 * Reads `git diff --raw --numstat -z`: one record per file with the kind of change, then one record per file with the line counts. Left out
 * are a truncated record at the end, and files of which only the time stamp differs from the index.
 */
export function parseChanges(output: string): RawChange[] {
  const complete = output.slice(0, output.lastIndexOf('\0') + 1);
  const records = complete.split('\0').slice(0, -1)[Symbol.iterator]();
  const changes = new Map<string, Entry>();
  for (const record of records) {
    if (record.startsWith(':')) readRaw(record, records, changes);
    else readLines(record, records, changes);
  }
  return [...changes.values()].filter(isChange).map(({ raw }) => raw);
}

/** Reads `git diff --raw -z`, without line counts. */
export function parseRawChanges(output: string): RawChange[] {
  const complete = output.slice(0, output.lastIndexOf('\0') + 1);
  const records = complete.split('\0').slice(0, -1)[Symbol.iterator]();
  const changes = new Map<string, Entry>();
  for (const record of records) readRaw(record, records, changes);
  return [...changes.values()].map(({ raw }) => ({ ...raw, added: null, deleted: null }));
}

/** The mode of a submodule. */
const MODULE = '160000';

type Records = Iterator<string, unknown>;

function isChange({ raw, sameMode }: Entry): boolean {
  return raw.change !== 'modified' || !sameMode || raw.added !== 0 || raw.deleted !== 0;
}

function readRaw(record: string, records: Records, changes: Map<string, Entry>): void {
  const [before, after, , , letter = ''] = record.slice(1).split(' ');
  const change = changeKind(letter);
  const first = next(records);
  const second = change === 'renamed' || change === 'copied' ? next(records) : undefined;
  if (first === undefined) return;
  // A file with conflicts is listed twice: as unmerged, and with its change in the work tree.
  const path = second ?? first;
  const known = changes.get(path);
  if (known?.raw.change === 'unmerged') return;
  const from = second === undefined ? {} : { from: first };
  const module = (change === 'deleted' ? before : after) === MODULE ? { isModule: true as const } : {};
  const raw = { path, ...from, change, added: 0, deleted: 0, ...module };
  changes.set(path, { raw, sameMode: before === after });
}

function readLines(record: string, records: Records, changes: Map<string, Entry>): void {
  const [, added, deleted, named] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(record) ?? [];
  if (added === undefined || deleted === undefined) return;
  let path = named;
  if (path === '') {
    next(records);
    path = next(records);
  }
  const change = path === undefined ? undefined : changes.get(path)?.raw;
  if (change) Object.assign(change, { added: toCount(added), deleted: toCount(deleted) });
}

function toCount(text: string): number | null {
  return text === '-' ? null : Number(text);
}

function next(records: Records): string | undefined {
  const { value, done } = records.next();
  return done === true || typeof value !== 'string' ? undefined : value;
}
