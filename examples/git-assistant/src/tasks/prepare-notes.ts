import { basename, join, relative } from 'node:path';
import { isRecord } from '@toolwright/contract';
import type { Session } from '../cli/session/session.js';
import { readPlainFile } from '../files/plain-file.js';
import { isDate } from '../git/is-date.js';
import { findLastRelease } from '../git/last-release.js';
import type { Repository } from '../git/open-repository.js';
import { readTitles } from '../git/read-titles.js';
import { findHead, isShallow, resolveCommit } from '../git/resolve-commit.js';
import { count } from '../output/count.js';
import { noCommits } from './prepare-review.js';
import { cannot, type Task } from './task.js';

export interface NotesOptions {
  /** The last release; default: the latest stable one before `to`. */
  readonly from?: string;
  readonly to?: string;
  /** The name of the release. */
  readonly release?: string;
  /** Only commits after this date, in any form that git reads. */
  readonly since?: string;
  readonly until?: string;
  /** Which tags are releases, as a pattern of git. */
  readonly tagPattern?: string;
}

const KINDS = {
  changelog: 'Write the section of the changelog',
  release_notes: 'Write the release notes',
} as const;

/**
 * Prepares a changelog section or release notes for a range of commits.
 * @throws ToolwrightError `USAGE` if the range is empty, or the last release is unclear
 */
export async function prepareNotes(
  { repository, folder, io: { signal } }: Session,
  capability: keyof typeof KINDS,
  options: NotesOptions,
): Promise<Task> {
  const { git } = repository;
  const { to = 'HEAD', release } = options;
  if ((await findHead(git, signal)) === undefined) throw await noCommits(git, signal);
  const end = await resolveCommit(git, to, signal);
  const { start, notes } = await findStart(repository, options, end, folder, signal);
  const base = start === undefined ? [] : [`^${await resolveCommit(git, start, signal)}`];
  const dates = readDates(options);
  const path = relative(repository.root, folder);
  const { commits, titles } = await readTitles(git, { revisions: [...dates, end, ...base], path }, signal);
  const revisions = start === undefined ? `all of ${to}` : `${start}..${to}`;
  const range = [revisions, ...(path === '' ? [] : [`in ${path}`]), ...dates].join(' ');
  if (commits === 0)
    throw cannot(
      `No commits are in this range: ${range}.`,
      'Name another one: --from, --to, --since, --until.',
    );
  const args = { ...(start !== undefined && { base: start }), head: to, ...(path !== '' && { path }) };
  return {
    capability,
    prompt: [
      `${KINDS[capability]} for ${count(commits, 'commit')}.`,
      release === undefined ? 'The release has no name yet.' : `The release is ${release}.`,
      'The commits, the newest first:',
      ...titles,
      ...(titles.length < commits ? [`… and ${count(commits - titles.length, 'older commit')}.`] : []),
      // gitLog knows no dates.
      ...(dates.length === 0
        ? [`The same for gitLog: ${JSON.stringify({ ...args, limit: Math.min(commits, 200) })}`]
        : []),
    ].join('\n'),
    subject: { tree: 'disk' },
    notes: [`The range is ${range}, ${count(commits, 'commit')}.`, ...notes],
  };
}

/** @throws ToolwrightError `USAGE` for what is no date: git would take the current time for it */
function readDates({ from, since, until }: NotesOptions): string[] {
  if (from !== undefined && since !== undefined)
    throw cannot(
      '--from and --since contradict each other.',
      'Give one of them: both say where the range begins.',
    );
  return Object.entries({ since, until }).flatMap(([name, date]) => {
    if (date === undefined) return [];
    if (isDate(date)) return [`--${name}=${date}`];
    throw cannot(`"${date}" is no date for --${name}.`, 'Write 2024-01-31, or something like "2 weeks ago".');
  });
}

async function findStart(
  repository: Repository,
  { from, since, tagPattern: pattern }: NotesOptions,
  end: string,
  folder: string,
  signal?: AbortSignal,
): Promise<{ readonly start?: string | undefined; readonly notes: readonly string[] }> {
  const { git } = repository;
  const notes: string[] = [];
  if (await isShallow(git, signal))
    notes.push('The clone is shallow, so its history is cut. To get all of it: git fetch --unshallow --tags');
  if (from !== undefined || since !== undefined) return { start: from, notes };
  const names = await packageNames(repository, folder);
  const { tag, unclear, hasTags } = await findLastRelease(git, { end, names, pattern, signal });
  if (unclear !== undefined)
    throw cannot(
      `The tags belong to several packages: ${unclear.slice(0, 10).join(', ')}.`,
      'Run the command in the folder of a package, or choose with --tag-pattern or --from.',
    );
  if (pattern !== undefined && !hasTags)
    throw cannot(
      `No tag matches "${pattern}".`,
      'List the tags with "git tag", or name a commit with --from.',
    );
  if (tag === undefined)
    notes.push(
      hasTags
        ? 'No tag names a stable release before it, so the range begins with the first commit.'
        : 'The clone has no tags, so the range begins with the first commit. To get those of the server: git fetch --tags',
    );
  return { start: tag, notes };
}

/** The names that the tags of the package in this folder may begin with; none for the top folder. */
async function packageNames({ root }: Repository, folder: string): Promise<readonly string[]> {
  if (folder === root) return [];
  const text = await readPlainFile(join(folder, 'package.json')).catch(() => '{}');
  const name = readName(text);
  return name === undefined ? [basename(folder)] : [name, name.replace(/^@[^/]+\//, ''), basename(folder)];
}

function readName(text: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(text);
    return isRecord(manifest) && typeof manifest.name === 'string' ? manifest.name : undefined;
  } catch {
    // Not a package of npm.
    return undefined;
  }
}
