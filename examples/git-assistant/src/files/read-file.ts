import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ToolwrightError } from 'toolwright';
import type { Repository } from '../git/open-repository.js';
import { repositoryPath } from './repository-path.js';
import { isSecretPath } from './secret-files.js';

export interface ReadBytes {
  /** Relative to the repository. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Of the whole file, in bytes. */
  readonly size: number;
}

const NUL = 0;
const BINARY_PROBE = 8_000;
/** Opening a named pipe must not wait for a writer; a link that was put there in the meantime is not followed. Windows has neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Reads the beginning of a file of the repository.
 * @throws ToolwrightError `INVALID_ARGUMENTS` for what is outside of it, also through symbolic links, for secrets, for ignored files
 *   and for what is no file
 */
export async function readFileStart(
  repository: Repository,
  given: string,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<ReadBytes> {
  const path = repositoryPath(given);
  const real = await resolveInside(repository.root, path);
  assertNoSecret(path);
  assertNoSecret(real);
  if (await isIgnored(repository, real, signal)) throw refused(path, 'is ignored by git, so it is not read');
  const file = await open(join(repository.root, real), FLAGS);
  try {
    const { size } = await assertFile(file, path);
    const buffer = new Uint8Array(Math.min(size, maxBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return { path, bytes: buffer.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

/** Whether bytes are something else than text, by the rule that git has. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, BINARY_PROBE).includes(NUL);
}

/** @throws ToolwrightError `INVALID_ARGUMENTS` */
export function assertNoSecret(path: string): void {
  if (isSecretPath(path)) throw refused(path, 'may hold secrets, so it is not read');
}

/** Where a path leads when its symbolic links are followed, relative to the repository. */
async function resolveInside(root: string, path: string): Promise<string> {
  const real = await realpath(join(root, path)).catch((cause: unknown) => {
    throw refused(path, 'does not exist', cause);
  });
  if (real !== root && !real.startsWith(root + sep)) throw refused(path, 'leads out of the repository');
  return repositoryPath(relative(root, real).split(sep).join('/'));
}

/** Also true where git cannot say it, as for files of a submodule. */
async function isIgnored({ git }: Repository, path: string, signal?: AbortSignal): Promise<boolean> {
  const { exitCode } = await git.read(['check-ignore', '--quiet', '-z', '--stdin'], {
    // The dot keeps a path that begins with a colon from being a pattern.
    input: `./${path}\0`,
    literalPaths: false,
    accept: [0, 1, 128],
    signal,
  });
  return exitCode !== 1;
}

async function assertFile(file: FileHandle, path: string): Promise<{ size: number }> {
  const stats = await file.stat();
  if (stats.isDirectory()) throw refused(path, 'is a folder; use repositoryMap for folders');
  if (!stats.isFile()) throw refused(path, 'is no ordinary file');
  return stats;
}

function refused(path: string, why: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_ARGUMENTS', `${JSON.stringify(path)} ${why}.`, {
    blame: 'model',
    cause,
  });
}
