import { refused, resolveInside } from '@toolwright/capabilities/guard';
import { REPOSITORY, repositoryPath } from './repository-path.js';
import { isSecretPath } from './secret-files.js';

export interface ResolvedPath {
  /** The given path, normalised. */
  readonly path: string;
  /** The file that the path leads to when all symbolic links are followed, relative to the repository. */
  readonly real: string;
}

/**
 * Guards every path that is read from the disk. It follows symbolic links at every level, and their target must be in the repository,
 * outside of `.git`, and not a secret.
 * @throws ToolwrightError `INVALID_ARGUMENTS`
 */
export async function resolvePath(root: string, given: string): Promise<ResolvedPath> {
  const path = repositoryPath(given);
  assertNoSecret(path);
  const real = repositoryPath(await resolveInside(root, path, REPOSITORY));
  assertNoSecret(real);
  return { path, real };
}

/** @throws ToolwrightError `INVALID_ARGUMENTS` */
export function assertNoSecret(path: string): void {
  if (isSecretPath(path)) throw refused(path, 'may hold secrets, so it is not read');
}
