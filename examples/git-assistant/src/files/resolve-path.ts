import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ToolwrightError } from 'toolwright';
import { repositoryPath } from './repository-path.js';
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
  const found = await realpath(join(root, path)).catch((cause: unknown) => {
    throw refused(
      path,
      errorCode(cause) === 'ELOOP' ? 'is a symbolic link to itself' : 'does not exist',
      cause,
    );
  });
  if (found !== root && !found.startsWith(root + sep)) throw refused(path, 'leads out of the repository');
  const real = repositoryPath(relative(root, found).split(sep).join('/'));
  assertNoSecret(real);
  return { path, real };
}

/** @throws ToolwrightError `INVALID_ARGUMENTS` */
export function assertNoSecret(path: string): void {
  if (isSecretPath(path)) throw refused(path, 'may hold secrets, so it is not read');
}

/** The error for a path that is not read, with the reason. */
export function refused(path: string, why: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_ARGUMENTS', `${JSON.stringify(path)} ${why}.`, {
    blame: 'model',
    cause,
  });
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
