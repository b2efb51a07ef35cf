import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { isToolwrightError } from 'toolwright';
import type { Repository } from '../git/open-repository.js';
import { isIgnored } from './ignored.js';
import { kindOf, NO_WAIT } from './plain-file.js';
import { refused, resolvePath } from './resolve-path.js';

export interface OpenedFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly handle: FileHandle;
  /** In bytes. */
  readonly size: number;
}

export interface ReadBytes {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The size of the whole file in bytes. */
  readonly size: number;
}

export interface ReadOptions {
  /** The path comes from `listFiles`, so git does not ignore it. */
  readonly listed?: boolean;
  readonly signal?: AbortSignal | undefined;
}

const NUL = 0;
const BINARY_PROBE = 8_000;
/** Does not follow a link that somebody has created in the meantime. Windows does not have this flag. */
const FLAGS = constants.O_RDONLY | NO_WAIT | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens a file of the repository for `work`, and closes it.
 * @throws ToolwrightError `INVALID_ARGUMENTS` for a path outside of the repository, also through symbolic links, for secrets, for ignored
 * files and for anything that is not a file
 */
export async function withFile<Result>(
  repository: Repository,
  given: string,
  { listed = false, signal }: ReadOptions,
  work: (file: OpenedFile) => Promise<Result>,
): Promise<Result> {
  const { path, real } = await resolvePath(repository.root, given);
  const known = listed && path === real;
  if (!known && (await isIgnored(repository, real, signal)))
    throw refused(path, 'is ignored by git, so it is not read');
  const place = join(repository.root, real);
  const handle = await lstat(place)
    .then((stats) => {
      // Checked before the file is opened, because opening a device can have effects.
      assertFile(stats, path);
      return open(place, FLAGS);
    })
    .catch((cause: unknown) => {
      throw isToolwrightError(cause) ? cause : refused(path, 'cannot be opened', cause);
    });
  try {
    return await work({ path, handle, size: await sizeOf(handle, path) });
  } finally {
    await handle.close();
  }
}

/** Reads the beginning of a file. @throws ToolwrightError as `withFile` does */
export async function readFileStart(
  repository: Repository,
  given: string,
  maxBytes: number,
  options: ReadOptions = {},
): Promise<ReadBytes> {
  return withFile(repository, given, options, async ({ path, handle, size }) => {
    const buffer = new Uint8Array(Math.min(size, maxBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return { path, bytes: buffer.subarray(0, bytesRead), size };
  });
}

/** Whether bytes are binary, by git's rule. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, BINARY_PROBE).includes(NUL);
}

async function sizeOf(file: FileHandle, path: string): Promise<number> {
  const stats = await file.stat();
  assertFile(stats, path);
  return stats.size;
}

function assertFile(stats: Stats, path: string): void {
  const kind = kindOf(stats);
  if (kind === 'a folder') throw refused(path, 'is a folder; use repositoryMap for folders');
  if (kind !== undefined) throw refused(path, `is ${kind}, not a file`);
}
