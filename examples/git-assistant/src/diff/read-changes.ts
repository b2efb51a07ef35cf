import { type Git, lacksObjects } from '../git/git.js';
import { parseChanges, parseRawChanges, type RawChange } from '../git/parse-changes.js';
import type { FileChangeKind } from '../git/parse-status.js';
import { findHead, isShallow, resolveCommit, tooShallow } from '../git/resolve-commit.js';
import { type FileKind, fileKindOf } from './file-kind.js';
import { scoreChange } from './score-change.js';

/** Which two states are compared. */
export interface Comparison {
  /** In words, e.g. "HEAD and the index". */
  readonly about: string;
  /** Arguments of `git diff`: ids and options of this program, never text of a model. */
  readonly args: readonly string[];
}

export interface ChangedFile {
  path: string;
  /** The earlier path of a renamed or copied file. */
  from?: string;
  change: FileChangeKind;
  /** Lines; null for binary files, and where git does not count them. */
  added: number | null;
  deleted: number | null;
  kind: FileKind;
  /** 0 to 1; sources and tests are high, lock files and generated files low. */
  relevance: number;
}

export interface ChangeList {
  readonly files: readonly ChangedFile[];
  /** Files whose patches are shown as text although an attribute of the repository calls them binary. */
  readonly asText: ReadonlySet<string>;
  /** There are more files than could be listed. */
  readonly cut: boolean;
}

const MAX_LIST_BYTES = 32_000_000;
const LIST_TIMEOUT_MS = 60_000;

/** Options of every diff: it runs no program of the repository and does not enter submodules. */
export const DIFF_OPTIONS: readonly string[] = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--ignore-submodules=dirty',
  '--submodule=short',
  '--find-renames',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

export const STAGED: Comparison = { about: 'the last commit and what is staged', args: ['--cached'] };
export const UNSTAGED: Comparison = { about: 'what is staged and the files', args: [] };

/** Compares what the last commit will hold after it is amended with its parent. */
export async function compareAmended(git: Git, signal?: AbortSignal): Promise<Comparison> {
  const parent = await parentOf(git, await resolveCommit(git, 'HEAD', signal), signal);
  return { about: 'the parent of the last commit and what is staged', args: ['--cached', parent] };
}

/** Compares two commits. The default of `base` is the parent of `head`, or an empty tree for a first commit. */
export async function compareCommits(
  git: Git,
  head: string,
  base?: string,
  signal?: AbortSignal,
): Promise<Comparison> {
  const to = await resolveCommit(git, head, signal);
  const from = base === undefined ? await parentOf(git, to, signal) : await resolveCommit(git, base, signal);
  return { about: `${base ?? `the parent of ${head}`} and ${head}`, args: [from, to] };
}

/** Compares a branch with the commit where it left its base, so later commits of the base do not count. */
export async function compareBranch(
  git: Git,
  head: string,
  base: string,
  signal?: AbortSignal,
): Promise<Comparison> {
  const [to, other] = [await resolveCommit(git, head, signal), await resolveCommit(git, base, signal)];
  const { stdout } = await git.read(['merge-base', other, to], { accept: [0, 1], signal });
  const parted = stdout.trim();
  if (parted !== '') return { about: `${base} and ${head}, since they parted`, args: [parted, to] };
  if (await isShallow(git, signal)) throw tooShallow(`Where "${head}" left "${base}" is not in the clone.`);
  return { about: `${base} and ${head}, which have no commit in common`, args: [other, to] };
}

/** Compares the last commit with the files, staged or not; before the first commit, the staged files. */
export async function compareWorkingTree(git: Git, signal?: AbortSignal): Promise<Comparison> {
  const head = await findHead(git, signal);
  return head === undefined ? STAGED : { about: 'the last commit and the files', args: [head] };
}

/** The changed files, most relevant first. */
export async function readChanges(
  git: Git,
  comparison: Comparison,
  paths: readonly string[] = [],
  signal?: AbortSignal,
): Promise<ChangeList> {
  const { raw, cut, counted } = await listChanges(git, comparison, paths, signal);
  const asText = counted ? await findHiddenText(git, raw, signal) : new Set<string>();
  const files = raw.map(({ isModule, ...change }): ChangedFile => {
    const isText = !counted || asText.has(change.path);
    const { score, kind } = scoreChange({ ...change, ...(isText && { added: 1, deleted: 0 }), isModule });
    return { ...change, kind, relevance: score };
  });
  return {
    files: files.sort((a, b) => b.relevance - a.relevance || (a.path < b.path ? -1 : 1)),
    asText,
    cut,
  };
}

/** Line counts and renames need the file contents; a partial clone may only know which files differ. */
async function listChanges(
  git: Git,
  comparison: Comparison,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ raw: RawChange[]; cut: boolean; counted: boolean }> {
  try {
    const { stdout, cut } = await diff(git, ['--raw', '--numstat'], comparison, paths, signal);
    return { raw: parseChanges(stdout), cut, counted: true };
  } catch (error) {
    if (!lacksObjects(error)) throw error;
    const { stdout, cut } = await diff(git, ['--raw', '--no-renames'], comparison, paths, signal);
    return { raw: parseRawChanges(stdout), cut, counted: false };
  }
}

function diff(
  git: Git,
  options: readonly string[],
  comparison: Comparison,
  paths: readonly string[],
  signal: AbortSignal | undefined,
) {
  return git.read(
    ['diff', ...DIFF_OPTIONS, ...options, '-z', '--abbrev=7', ...comparison.args, '--', ...paths],
    { maxBytes: MAX_LIST_BYTES, timeoutMs: LIST_TIMEOUT_MS, signal },
  );
}

/** Text files that count as binary only because of an attribute: `*.ts -diff` must not hide a change. */
async function findHiddenText(
  git: Git,
  changes: readonly RawChange[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  const paths = changes.filter(({ path, added }) => added === null && READ.has(fileKindOf(path)));
  if (paths.length === 0) return new Set();
  const { stdout } = await git.read(['check-attr', '-z', '--stdin', 'diff'], {
    input: paths.map(({ path }) => `${path}\0`).join(''),
    literalPaths: false,
    signal,
  });
  const fields = stdout.split('\0');
  const hidden = new Set<string>();
  for (let index = 0; index + 2 < fields.length; index += 3) {
    if (fields[index + 2] !== 'unspecified') hidden.add(fields[index] ?? '');
  }
  return hidden;
}

const READ: ReadonlySet<FileKind> = new Set(['source', 'test', 'configuration', 'documentation']);

async function parentOf(git: Git, commit: string, signal?: AbortSignal): Promise<string> {
  const { stdout, exitCode } = await git.read(['rev-parse', '--verify', '--quiet', `${commit}^1`], {
    accept: [0, 1, 128],
    signal,
  });
  if (exitCode === 0) return stdout.trim();
  // Git hides the parents that a shallow clone lacks, but they are in the commit.
  const { stdout: text } = await git.read(['cat-file', 'commit', commit], { signal });
  if (/^tree .*\nparent /.test(text))
    throw tooShallow(`The parent of ${commit.slice(0, 10)} is not in the clone.`);
  // A first commit is compared with an empty tree, whose id depends on the repository's hash.
  return (await git.read(['hash-object', '-t', 'tree', '--stdin'], { signal })).stdout.trim();
}
