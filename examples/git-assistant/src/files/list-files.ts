import type { Repository } from '../git/open-repository.js';
import { repositoryPath } from './repository-path.js';
import { isSecretPath } from './secret-files.js';

export interface FileList {
  readonly paths: readonly string[];
  /** There are more. */
  readonly cut: boolean;
}

const MAX_BYTES = 32_000_000;

/** The files that git knows or would add, below a folder, sorted; ignored files and secrets are not among them. */
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
