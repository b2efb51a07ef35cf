export interface RepositoryStatus {
  /** Null where HEAD is detached. */
  branch: string | null;
  /** Null before the first commit. */
  head: string | null;
  upstream: string | null;
  /** Commits that only this branch has, and that only the upstream has. */
  ahead: number;
  behind: number;
  staged: StatusEntry[];
  unstaged: StatusEntry[];
  /** Files with merge conflicts. */
  conflicts: string[];
  untracked: string[];
}

export interface StatusEntry {
  path: string;
  /** What has happened to the file. */
  change: FileChangeKind;
  /** The earlier path of a renamed or copied file. */
  from?: string;
}

export type FileChangeKind =
  | 'added'
  | 'modified'
  | 'deleted'
  | 'renamed'
  | 'copied'
  | 'type-changed'
  | 'unmerged';

const KINDS: Readonly<Record<string, FileChangeKind>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
  U: 'unmerged',
};

/** The kind of change for a letter of git; unknown letters count as modified. */
export function changeKind(letter: string): FileChangeKind {
  return KINDS[letter.charAt(0)] ?? 'modified';
}

/** Reads `git status --porcelain=v2 --branch -z`, which writes any file name unchanged. */
export function parseStatus(output: string): RepositoryStatus {
  const status: RepositoryStatus = {
    branch: null,
    head: null,
    upstream: null,
    ahead: 0,
    behind: 0,
    staged: [],
    unstaged: [],
    conflicts: [],
    untracked: [],
  };
  const records = output.split('\0')[Symbol.iterator]();
  for (const record of records) {
    const kind = record.charAt(0);
    if (kind === '#') readHeader(record, status);
    else if (kind === '1') addEntry(status, record, fieldsAfter(record, 8));
    else if (kind === '2') addEntry(status, record, fieldsAfter(record, 9), records.next().value);
    else if (kind === 'u') status.conflicts.push(fieldsAfter(record, 10));
    else if (kind === '?') status.untracked.push(record.slice(2));
  }
  return status;
}

function readHeader(record: string, status: RepositoryStatus): void {
  const [, name, ...rest] = record.split(' ');
  const value = rest.join(' ');
  if (name === 'branch.oid' && value !== '(initial)') status.head = value;
  if (name === 'branch.head' && value !== '(detached)') status.branch = value;
  if (name === 'branch.upstream') status.upstream = value;
  const [, ahead, behind] = name === 'branch.ab' ? (/^\+(\d+) -(\d+)$/.exec(value) ?? []) : [];
  if (ahead !== undefined) Object.assign(status, { ahead: Number(ahead), behind: Number(behind) });
}

function addEntry(status: RepositoryStatus, record: string, path: string, from?: string): void {
  const [staged = '.', unstaged = '.'] = record.slice(2, 4);
  const origin = from === undefined ? {} : { from };
  if (staged !== '.') status.staged.push({ path, change: changeKind(staged), ...origin });
  if (unstaged !== '.') status.unstaged.push({ path, change: changeKind(unstaged), ...origin });
}

/** The rest of a record after `count` fields: a path, which may contain spaces. */
function fieldsAfter(record: string, count: number): string {
  let position = 0;
  for (let field = 0; field < count; field += 1) position = record.indexOf(' ', position) + 1;
  return record.slice(position);
}
