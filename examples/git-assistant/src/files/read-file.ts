import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { openInside, refused } from '@toolwright/capabilities/guard';
import type { Repository } from '../git/open-repository.js';
import { isIgnored } from './ignored.js';
import { resolvePath } from './resolve-path.js';

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
  const { handle, size } = await openInside(place, path, 'use repositoryMap for folders');
  try {
    return await work({ path, handle, size });
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
