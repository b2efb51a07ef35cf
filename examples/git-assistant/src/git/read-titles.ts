import { withholdSecrets } from '../files/secret-text.js';
import { clip } from '../paging/clip.js';
import type { Git } from './git.js';

/** About 4,000 tokens. */
const MAX_CHARACTERS = 16_000;
const MAX_TITLE = 120;

export interface Titles {
  /** How many commits there are in the range. */
  readonly commits: number;
  /** A line for each of the newest commits: its short id and its title. */
  readonly titles: readonly string[];
}

/** Reads the titles of commits, newest first, as far as they fit into a prompt. */
export async function readTitles(
  git: Git,
  { revisions, path = '' }: { readonly revisions: readonly string[]; readonly path?: string },
  signal?: AbortSignal,
): Promise<Titles> {
  const range = [...revisions, '--', ...(path === '' ? [] : [path])];
  const { stdout: number } = await git.read(['rev-list', '--count', ...range], { signal });
  const { stdout } = await git.read(
    ['log', '--no-show-signature', '--no-color', '--format=%h %s', ...range],
    // A line has at least ten characters.
    { maxBytes: MAX_CHARACTERS * 10, timeoutMs: 60_000, signal },
  );
  const titles: string[] = [];
  let left = MAX_CHARACTERS;
  for (const line of withholdSecrets(stdout.split('\n').filter(Boolean))) {
    const title = clip(line, MAX_TITLE);
    left -= title.length + 1;
    if (left < 0) break;
    titles.push(title);
  }
  return { commits: Number(number), titles };
}
