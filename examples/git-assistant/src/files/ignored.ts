import type { Git } from '../git/git.js';
import type { Repository } from '../git/open-repository.js';

const SUBMODULE = /is in submodule '(.+)'\s*$/s;
const NOT_IGNORED = 1;

/** Whether git ignores a file; a submodule decides about its own files. Also true if git cannot tell. */
export async function isIgnored(
  { git }: Pick<Repository, 'git'>,
  path: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const { exitCode, stderr } = await checkIgnore(git, path, signal);
  const submodule = exitCode === 128 ? SUBMODULE.exec(stderr)?.[1] : undefined;
  if (submodule === undefined || !path.startsWith(`${submodule}/`)) return exitCode !== NOT_IGNORED;
  return isIgnored({ git: git.within(submodule) }, path.slice(submodule.length + 1), signal);
}

function checkIgnore(git: Git, path: string, signal: AbortSignal | undefined) {
  return git.read(['check-ignore', '--quiet', '-z', '--stdin'], {
    // Without the dot, a path that begins with a colon would be a pattern.
    input: `./${path}\0`,
    literalPaths: false,
    accept: [0, NOT_IGNORED, 128],
    signal,
  });
}
