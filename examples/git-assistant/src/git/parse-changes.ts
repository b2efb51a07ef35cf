import { changeKind, type FileChangeKind } from './parse-status.js';

export interface RawChange {
  path: string;
  from?: string;
  change: FileChangeKind;
  /** Lines; null for binary files. */
  added: number | null;
  deleted: number | null;
}

/**
 * Reads `git diff --raw --numstat -z`: first one record per file with what happened, then one with how many lines.
 * A record that was cut at the end is left out.
 */
export function parseChanges(output: string): RawChange[] {
  const complete = output.slice(0, output.lastIndexOf('\0') + 1);
  const records = complete.split('\0').slice(0, -1)[Symbol.iterator]();
  const changes = new Map<string, RawChange>();
  for (const record of records) {
    if (record.startsWith(':')) readRaw(record, records, changes);
    else readLines(record, records, changes);
  }
  return [...changes.values()];
}

type Records = Iterator<string, unknown>;

function readRaw(record: string, records: Records, changes: Map<string, RawChange>): void {
  const change = changeKind(record.split(' ').at(-1) ?? '');
  const first = next(records);
  const second = change === 'renamed' || change === 'copied' ? next(records) : undefined;
  if (first === undefined) return;
  // A file with conflicts comes twice: as unmerged, and with what changed in the folder.
  const path = second ?? first;
  const known = changes.get(path);
  if (known?.change === 'unmerged') return;
  changes.set(path, {
    path,
    ...(second !== undefined && { from: first }),
    change,
    added: 0,
    deleted: 0,
  });
}

function readLines(record: string, records: Records, changes: Map<string, RawChange>): void {
  const [, added, deleted, named] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(record) ?? [];
  if (added === undefined || deleted === undefined) return;
  let path = named;
  if (path === '') {
    next(records);
    path = next(records);
  }
  const change = path === undefined ? undefined : changes.get(path);
  if (change) Object.assign(change, { added: toCount(added), deleted: toCount(deleted) });
}

function toCount(text: string): number | null {
  return text === '-' ? null : Number(text);
}

function next(records: Records): string | undefined {
  const { value, done } = records.next();
  return done === true || typeof value !== 'string' ? undefined : value;
}
