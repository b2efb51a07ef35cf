import { type ToolContext, tool } from 'toolwright';
import { type ChangedFiles, pageChanges } from '../diff/page-changes.js';
import {
  type Comparison,
  compareAmended,
  compareBranch,
  compareCommits,
  compareWorkingTree,
  readChanges,
  STAGED,
  UNSTAGED,
} from '../diff/read-changes.js';
import { type Diff, type DiffOptions, OpenDiff } from '../diff/read-diff.js';
import type { DiffPosition } from '../diff/read-patches.js';
import { assertKnown, withNearest } from '../files/known-paths.js';
import { repositoryPath } from '../files/repository-path.js';
import type { Repository } from '../git/open-repository.js';
import type { Commit } from '../git/parse-log.js';
import { type BlamePage, readBlame } from '../git/read-blame.js';
import { type LogPage, readLog } from '../git/read-log.js';
import { pageStatus, readStatus, type StatusPage } from '../git/read-status.js';
import { resolveCommit } from '../git/resolve-commit.js';

/** Which changes to look at. */
export interface ChangeRange {
  /**
   * `staged`: what the next commit will hold. `amended`: what the last commit will hold with what is staged. `unstaged`: changes of tracked files that are not staged. `uncommitted`: both.
   * `commits`: what lies between base and head.
   */
  of: 'staged' | 'amended' | 'unstaged' | 'uncommitted' | 'commits';
  /** For commits: the older one; a branch, a tag, an id. Left out: the parent of head. */
  base?: string;
  /** For commits: the newer one. Left out: HEAD. */
  head?: string;
}

export interface CommitDetails {
  commit: Commit;
  diff: Diff;
}

const MAX_DIFFS = 4;

/** The history and the state of one repository, read with the real git. */
export class GitTools {
  /** The diffs that were read last, by what they compare. Reading on continues the same one. */
  readonly #diffs = new Map<string, Promise<OpenDiff>>();

  constructor(private readonly repository: Repository) {}

  /**
   * Branch, staged, unstaged and untracked files, and merge conflicts.
   * @param offset How many files to skip, to read on
   * @minimum offset 0
   * @integer offset
   */
  @tool({ readOnly: true, timeoutMs: 120_000 })
  async gitStatus(offset = 0, context?: ToolContext): Promise<StatusPage> {
    return pageStatus(await readStatus(this.repository.git, context?.signal), offset);
  }

  /**
   * Changes as patches, the most relevant files first: sources and tests before documentation, lock files and generated files last.
   * @param range Which changes
   * @param paths Only these files or folders; all where it is empty
   * @param from To read on: the `next` of the last result
   */
  @tool({ readOnly: true, timeoutMs: 120_000 })
  async gitDiff(
    range: ChangeRange,
    paths: string[] = [],
    from?: DiffPosition,
    context?: ToolContext,
  ): Promise<Diff> {
    const signal = context?.signal;
    return this.#diff(await this.#compare(range, signal), paths, { from, signal });
  }

  /**
   * Files that were changed, each with how many lines and how relevant; without patches.
   * @param range Which changes
   * @param offset How many files to skip, to read on
   * @minimum offset 0
   * @integer offset
   */
  @tool({ readOnly: true, timeoutMs: 120_000 })
  async gitChangedFiles(range: ChangeRange, offset = 0, context?: ToolContext): Promise<ChangedFiles> {
    const signal = context?.signal;
    const changes = await readChanges(this.repository.git, await this.#compare(range, signal), [], signal);
    return pageChanges(changes, offset);
  }

  /**
   * Commits, the newest first. Of a file the history goes on below its earlier names.
   * @param head Where to begin: a branch, a tag, an id
   * @param base Only commits that this one does not have
   * @param path Only commits that changed this file or folder
   * @param limit How many
   * @param offset How many commits to skip, to read on
   * @minimum limit 1
   * @maximum limit 200
   * @integer limit
   * @minimum offset 0
   * @integer offset
   */
  @tool({ readOnly: true, timeoutMs: 120_000 })
  async gitLog(
    head = 'HEAD',
    base?: string,
    path?: string,
    limit = 20,
    offset = 0,
    context?: ToolContext,
  ): Promise<LogPage> {
    const { git } = this.repository;
    const signal = context?.signal;
    const file = path === undefined ? undefined : repositoryPath(path);
    const from = await resolveCommit(git, head, signal);
    const page = await readLog(git, { head: from, base, path: file, limit, offset }, signal);
    if (file !== undefined && page.commits.length === 0)
      await assertKnown(this.repository, [file], [from], signal);
    return page;
  }

  /**
   * One commit: its message, and what it changed.
   * @param revision A branch, a tag, an id
   * @param paths Only these files or folders; all where it is empty
   * @param from To read on: the `next` of the diff of the last result
   */
  @tool({ readOnly: true, timeoutMs: 120_000 })
  async gitShow(
    revision: string,
    paths: string[] = [],
    from?: DiffPosition,
    context?: ToolContext,
  ): Promise<CommitDetails> {
    const { git } = this.repository;
    const signal = context?.signal;
    const id = await resolveCommit(git, revision, signal);
    const [commit] = (await readLog(git, { head: id, limit: 1 }, signal)).commits;
    if (commit === undefined) throw new Error(`git shows nothing of ${id}.`);
    const comparison = await compareCommits(git, id, undefined, signal);
    return { commit, diff: await this.#diff(comparison, paths, { from, signal }) };
  }

  /**
   * Who wrote lines of a file, in which commits. Renames of the file are followed.
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
  @tool({ readOnly: true, timeoutMs: 120_000 })
  async gitBlame(
    path: string,
    firstLine = 1,
    lines = 20,
    revision?: string,
    context?: ToolContext,
  ): Promise<BlamePage> {
    const signal = context?.signal;
    return withNearest(
      this.repository,
      path,
      () => readBlame(this.repository, path, { firstLine, lines, revision }, signal),
      signal,
    );
  }

  async #diff(comparison: Comparison, given: readonly string[], options: DiffOptions): Promise<Diff> {
    const paths = given.map(repositoryPath);
    const trees = comparison.args.filter((argument) => !argument.startsWith('-')).reverse();
    await assertKnown(this.repository, paths, trees, options.signal);
    const key = JSON.stringify([comparison.args, paths]);
    const { file = 0, character = 0 } = options.from ?? {};
    const known = file + character > 0 ? this.#diffs.get(key) : undefined;
    const diff = known ?? OpenDiff.open(this.repository.git, comparison, paths, options.signal);
    this.#diffs.delete(key);
    const page = await (await diff).page(options);
    this.#diffs.set(key, diff);
    for (const oldest of [...this.#diffs.keys()].slice(0, -MAX_DIFFS)) this.#diffs.delete(oldest);
    return page;
  }

  #compare({ of, base, head = 'HEAD' }: ChangeRange, signal?: AbortSignal): Promise<Comparison> {
    const { git } = this.repository;
    const ways: Readonly<Record<ChangeRange['of'], () => Promise<Comparison>>> = {
      staged: async () => STAGED,
      amended: () => compareAmended(git, signal),
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
