import { clip } from '../paging/clip.js';

export interface BlamedLine {
  /** Counts from 1. */
  line: number;
  text: string;
  /** The commit that wrote the line; null where it is not committed yet. */
  commit: string | null;
}

export interface BlamedCommit {
  id: string;
  author: string;
  /** ISO 8601. */
  date: string;
  title: string;
  /** What the file was called in this commit. */
  path: string;
}

export interface Blame {
  lines: BlamedLine[];
  commits: BlamedCommit[];
}

/** Reads `git blame --porcelain`. */
export function parseBlame(output: string): Blame {
  const lines: BlamedLine[] = [];
  const commits = new Map<string, BlamedCommit>();
  let current: BlamedCommit | undefined;
  let line = 0;
  for (const record of output.split('\n')) {
    const [, id, position] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(record) ?? [];
    if (record.startsWith('\t')) {
      lines.push({ line, text: record.slice(1), commit: committed(current?.id) });
    } else if (id !== undefined) {
      line = Number(position);
      current = commits.get(id) ?? { id, author: '', date: '', title: '', path: '' };
      commits.set(id, current);
    } else if (current) {
      readDetail(record, current);
    }
  }
  return { lines, commits: [...commits.values()].filter(({ id }) => committed(id) !== null) };
}

function readDetail(record: string, commit: BlamedCommit): void {
  const [, name, value = ''] = /^(\S+) ?(.*)$/.exec(record) ?? [];
  if (name === 'author') commit.author = clip(value, MAX_NAME);
  if (name === 'author-time') commit.date = new Date(Number(value) * 1_000).toISOString();
  if (name === 'summary') commit.title = clip(value, MAX_NAME);
  if (name === 'filename') commit.path = value;
}

const MAX_NAME = 300;

/** Git gives lines that are not committed an id of zeros. */
function committed(id: string | undefined): string | null {
  return id === undefined || /^0+$/.test(id) ? null : id;
}
