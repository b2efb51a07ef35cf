import { basename } from 'node:path';
import { type ToolContext, tool } from 'toolwright';
import { listFiles } from '../files/list-files.js';
import { findDefaultBranch } from '../git/default-branch.js';
import type { Repository } from '../git/open-repository.js';
import { findHead } from '../git/resolve-commit.js';

export interface RepositoryInfo {
  name: string;
  /** Null where HEAD is detached. */
  branch: string | null;
  /** The branch that others start from; null where there is none of the usual names. */
  defaultBranch: string | null;
  /** Null before the first commit. */
  head: string | null;
  commits: number;
  /** The newest tags that the current commit comes after, the newest first. */
  tags: string[];
  files: number;
  /** Files by ending, the most frequent first. */
  endings: { ending: string; files: number }[];
}

/** The tools that only the main agent has. */
export class WorkspaceTools {
  constructor(private readonly repository: Repository) {}

  /**
   * What repository this is: branches, tags, size, languages.
   */
  @tool({ readOnly: true })
  async repositoryInfo(context?: ToolContext): Promise<RepositoryInfo> {
    const { git, root } = this.repository;
    const signal = context?.signal;
    const head = await findHead(git, signal);
    const { stdout: branch } = await git.read(['symbolic-ref', '--quiet', '--short', 'HEAD'], {
      accept: [0, 1],
      signal,
    });
    const { paths } = await listFiles(this.repository, '', signal);
    const count =
      head === undefined ? '0' : (await git.read(['rev-list', '--count', head], { signal })).stdout;
    const tags =
      head === undefined
        ? ''
        : (
            await git.read(
              [
                ...['for-each-ref', '--sort=-creatordate', '--count=10', '--format=%(refname:lstrip=2)'],
                ...[`--merged=${head}`, 'refs/tags'],
              ],
              { signal },
            )
          ).stdout;
    return {
      name: basename(root),
      branch: branch.trim() || null,
      defaultBranch: (await findDefaultBranch(git, signal)) ?? null,
      head: head ?? null,
      commits: Number(count),
      tags: tags.split('\n').filter(Boolean),
      files: paths.length,
      endings: countEndings(paths),
    };
  }
}

function countEndings(paths: readonly string[]): RepositoryInfo['endings'] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const ending = /[^/](\.[^./]+)$/.exec(path)?.[1] ?? '';
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const entries = [...counts].map(([ending, files]) => ({ ending, files }));
  return entries.sort((a, b) => b.files - a.files || (a.ending < b.ending ? -1 : 1)).slice(0, 12);
}
