import type { Repository } from '../git/open-repository.js';
import { repositoryPath } from './repository-path.js';
import { isSecretPath } from './secret-files.js';

export interface FileList {
  readonly paths: readonly string[];
  /** The repository has more files than are listed. */
  readonly cut: boolean;
}

const MAX_BYTES = 32_000_000;

/** The tracked and untracked files below a folder, sorted, without ignored files and secrets. */
export async function listFiles({ git }: Repository, folder = '', signal?: AbortSignal): Promise<FileList> {
  const below = repositoryPath(folder);
  const { stdout, cut } = await git.read(
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', below || '.'],
    { maxBytes: MAX_BYTES, signal },
  );
  const paths = stdout
    .slice(0, stdout.lastIndexOf('\0') + 1)
    .split('\0')
    .slice(0, -1);
  return { paths: paths.filter((path) => !isSecretPath(path)).sort(), cut };
}
