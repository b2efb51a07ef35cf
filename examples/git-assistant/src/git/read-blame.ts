import { type ProgramResult, refused } from '@toolwright/capabilities/guard';
import { repositoryPath } from '../files/repository-path.js';
import { assertNoSecret, resolvePath } from '../files/resolve-path.js';
import { withholdSecrets } from '../files/secret-text.js';
import { clipWithNote } from '../paging/clip.js';
import { takePage } from '../paging/page.js';
import type { Git, GitOptions } from './git.js';
import type { Repository } from './open-repository.js';
import { type Blame, parseBlame } from './parse-blame.js';
import { withPlainConfiguration } from './plain-configuration.js';
import { resolveCommit } from './resolve-commit.js';

export interface BlamePage extends Blame {
  /** What is missing, in sentences; empty where all is there. */
  missing: string[];
  /** The first line to read on at; absent where all that was asked for is there. */
  next?: number;
}

export interface BlameRange {
  readonly firstLine: number;
  readonly lines: number;
  /** The file as it was at this commit; left out: as it is now. */
  readonly revision?: string | undefined;
}

const MAX_BYTES = 16_000_000;
const MAX_LINE = 400;
/** The number of lines to read before the requested ones, so that a key is recognised even if its beginning is above them. */
const BEFORE = 60;

/** Who wrote lines of a file. Renames of the file are followed. */
export async function readBlame(
  repository: Repository,
  given: string,
  { firstLine, lines, revision }: BlameRange,
  signal?: AbortSignal,
): Promise<BlamePage> {
  const { git } = repository;
  const path =
    revision === undefined ? (await resolvePath(repository.root, given)).real : repositoryPath(given);
  assertNoSecret(path);
  const at = revision === undefined ? [] : [await resolveCommit(git, revision, signal)];
  const begin = Math.max(1, firstLine - BEFORE);
  const range = `${begin},+${firstLine - begin + lines}`;
  const { stdout } = await blame(
    git,
    ['blame', '--porcelain', '--no-textconv', '-L', range, ...at, '--', path],
    { maxBytes: MAX_BYTES, timeoutMs: 60_000, signal },
  );
  // If the output was truncated, its last line is incomplete.
  const found = parseBlame(stdout.slice(0, stdout.lastIndexOf('\n') + 1));
  const texts = withholdSecrets(found.lines.map(({ text }) => text));
  const shown = found.lines
    .map((line, index) => ({ ...line, text: clipWithNote(texts[index] ?? '', MAX_LINE) }))
    .filter(({ line }) => line >= firstLine);
  if (shown.length === 0) throw refused(path, `has no line ${firstLine} that could be read`);
  const { items, next } = takePage(shown);
  const named = new Set(items.map(({ commit }) => commit));
  return {
    lines: items,
    commits: found.commits
      .filter(({ id }) => named.has(id))
      .map((commit) => ({ ...commit, title: withholdSecrets([commit.title]).join() })),
    missing:
      next === undefined
        ? []
        : [`${shown.length - next} more lines; read on with firstLine ${firstLine + next}.`],
    ...(next !== undefined && { next: firstLine + next }),
  };
}

/** Without the commits that the configuration ignores: the setting fails if its file is missing, and it hides changes. */
async function blame(git: Git, args: readonly string[], options: GitOptions): Promise<ProgramResult> {
  const { stdout } = await git.read(['config', '--name-only', '--get-regexp', '^blame\\.ignorerevsfile$'], {
    accept: [0, 1],
    signal: options.signal,
  });
  if (stdout === '') return git.read(args, options);
  return withPlainConfiguration(
    git,
    (variables) => git.read(args, { ...options, variables }),
    options.signal,
  );
}
