import { type ToolContext, tool } from 'toolwright';
import {
  type ChangedFile,
  type Comparison,
  compareBranch,
  compareCommits,
  compareWorkingTree,
  readChanges,
  STAGED,
  UNSTAGED,
} from '../diff/read-changes.js';
import { type Diff, readDiff } from '../diff/read-diff.js';
import { assertNoSecret } from '../files/read-file.js';
import { repositoryPath } from '../files/repository-path.js';
import type { Repository } from '../git/open-repository.js';
import { type Blame, parseBlame } from '../git/parse-blame.js';
import { type Commit, LOG_FORMAT, parseLog } from '../git/parse-log.js';
import type { RepositoryStatus } from '../git/parse-status.js';
import { readStatus } from '../git/read-status.js';
import { resolveCommit } from '../git/resolve-commit.js';

/** Which changes to look at. */
export interface ChangeRange {
  /**
   * `staged`: what the next commit will hold. `unstaged`: changes of tracked files that are not staged. `uncommitted`: both.
   * `commits`: what lies between base and head.
   */
  of: 'staged' | 'unstaged' | 'uncommitted' | 'commits';
  /** For commits: the older one; a branch, a tag, an id. Left out: the parent of head. */
  base?: string;
  /** For commits: the newer one. Left out: HEAD. */
  head?: string;
}

export interface CommitDetails {
  commit: Commit;
  diff: Diff;
}

/** The history and the state of one repository, by the real git. */
export class GitTools {
  constructor(private readonly repository: Repository) {}

  /**
   * Branch, staged, unstaged and untracked files, and merge conflicts.
   */
  @tool({ readOnly: true })
  async gitStatus(context?: ToolContext): Promise<RepositoryStatus> {
    const status = await readStatus(this.repository.git, context?.signal);
    return { ...status, untracked: status.untracked.slice(0, MAX_UNTRACKED) };
  }

  /**
   * Changes as patches, the most relevant files first: sources and tests before documentation, lock files and generated files last.
   * @param range Which changes
   * @param paths Only these files or folders; all where it is empty
   */
  @tool({ readOnly: true, timeoutMs: 120_000 })
  async gitDiff(range: ChangeRange, paths: string[] = [], context?: ToolContext): Promise<Diff> {
    const { git } = this.repository;
    const signal = context?.signal;
    return readDiff(git, await this.#compare(range, signal), paths.map(repositoryPath), { signal });
  }

  /**
   * Files that were changed, each with how many lines and how relevant; without patches.
   * @param range Which changes
   */
  @tool({ readOnly: true, timeoutMs: 120_000 })
  async gitChangedFiles(range: ChangeRange, context?: ToolContext): Promise<ChangedFile[]> {
    const { git } = this.repository;
    const { files } = await readChanges(
      git,
      await this.#compare(range, context?.signal),
      [],
      context?.signal,
    );
    return files.slice(0, MAX_CHANGED);
  }

  /**
   * Commits, the newest first.
   * @param head Where to begin: a branch, a tag, an id
   * @param base Only commits that this one does not have
   * @param path Only commits that changed this file or folder
   * @param limit How many
   * @minimum limit 1
   * @maximum limit 200
   * @integer limit
   */
  @tool({ readOnly: true })
  async gitLog(
    head = 'HEAD',
    base?: string,
    path?: string,
    limit = 20,
    context?: ToolContext,
  ): Promise<Commit[]> {
    const { git } = this.repository;
    const signal = context?.signal;
    const to = await resolveCommit(git, head, signal);
    const from = base === undefined ? [] : [`^${await resolveCommit(git, base, signal)}`];
    const files = path === undefined ? [] : [repositoryPath(path)];
    const { stdout } = await git.read(
      [
        'log',
        '-z',
        `--format=${LOG_FORMAT}`,
        '--no-show-signature',
        `--max-count=${limit}`,
        to,
        ...from,
        '--',
        ...files,
      ],
      { signal },
    );
    return parseLog(stdout);
  }

  /**
   * One commit: its message, and what it changed.
   * @param revision A branch, a tag, an id
   * @param paths Only these files or folders; all where it is empty
   */
  @tool({ readOnly: true, timeoutMs: 120_000 })
  async gitShow(revision: string, paths: string[] = [], context?: ToolContext): Promise<CommitDetails> {
    const { git } = this.repository;
    const signal = context?.signal;
    const id = await resolveCommit(git, revision, signal);
    const { stdout } = await git.read(
      ['log', '-z', `--format=${LOG_FORMAT}`, '--no-show-signature', '--max-count=1', id, '--'],
      { signal },
    );
    const [commit] = parseLog(stdout);
    if (commit === undefined) throw new Error(`git shows nothing of ${id}.`);
    const comparison = await compareCommits(git, id, undefined, signal);
    return { commit, diff: await readDiff(git, comparison, paths.map(repositoryPath), { signal }) };
  }

  /**
   * Who wrote lines of a file, in which commits.
   * @param path The file
   * @param firstLine Where to begin; the first line is 1
   * @param lines How many lines
   * @param revision The file as it was at this commit; left out: as it is now
   * @minimum firstLine 1
   * @minimum lines 1
   * @maximum lines 200
   * @integer firstLine
   * @integer lines
   */
  @tool({ readOnly: true })
  async gitBlame(
    path: string,
    firstLine = 1,
    lines = 20,
    revision?: string,
    context?: ToolContext,
  ): Promise<Blame> {
    const { git } = this.repository;
    const signal = context?.signal;
    const file = repositoryPath(path);
    assertNoSecret(file);
    const at = revision === undefined ? [] : [await resolveCommit(git, revision, signal)];
    const { stdout } = await git.read(
      ['blame', '--porcelain', '--no-textconv', '-L', `${firstLine},+${lines}`, ...at, '--', file],
      { signal },
    );
    return parseBlame(stdout);
  }

  #compare({ of, base, head = 'HEAD' }: ChangeRange, signal?: AbortSignal): Promise<Comparison> {
    const { git } = this.repository;
    const ways: Readonly<Record<ChangeRange['of'], () => Promise<Comparison>>> = {
      staged: async () => STAGED,
      unstaged: async () => UNSTAGED,
      uncommitted: () => compareWorkingTree(git, signal),
      commits: () =>
        base === undefined
          ? compareCommits(git, head, undefined, signal)
          : compareBranch(git, head, base, signal),
    };
    return ways[of]();
  }
}

const MAX_UNTRACKED = 200;
const MAX_CHANGED = 500;
