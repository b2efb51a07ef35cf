import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { codeOf, kindOf, NO_WAIT } from './file-kind.js';

const NUL = String.fromCharCode(0);

/** Does not follow a link that somebody has created in the meantime. Windows does not have this flag. */
const FLAGS = constants.O_RDONLY | NO_WAIT | (constants.O_NOFOLLOW ?? 0);

/** Git's rule: a file is binary if there is a zero byte at its beginning. */
const BINARY_PROBE = 8_000;

/**
 * Normalises a path that a model wrote: relative to a folder, with forward slashes, without `.` and `..`. The empty path is the folder
 * itself. It does not read the disk; see `resolveInside` for that.
 * @param place the folder in words, such as `the repository`
 * @throws ToolwrightError `INVALID_ARGUMENTS` for a path that leaves the folder
 */
export function plainPath(given: string, place: string): string {
  if (given.includes(NUL)) throw refusedPath(given, 'has a NUL in it', place);
  if (/^([/\\]|[a-z]:)/i.test(given)) throw refusedPath(given, 'is absolute', place);
  const parts: string[] = [];
  for (const part of given.split(process.platform === 'win32' ? /[/\\]/ : '/')) {
    if (part === '..' && parts.pop() === undefined) throw refusedPath(given, `leads out of ${place}`, place);
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

/**
 * Returns where a path leads when all symbolic links are followed, relative to the folder, with forward slashes.
 * @param root the folder, without symbolic links
 * @param path a normalised path
 * @throws ToolwrightError `INVALID_ARGUMENTS` if it leads out of the folder or does not exist
 */
export async function resolveInside(root: string, path: string, place: string): Promise<string> {
  const found = await realpath(join(root, path)).catch((cause: unknown) => {
    throw refused(path, codeOf(cause) === 'ELOOP' ? 'is a symbolic link to itself' : 'does not exist', cause);
  });
  if (found !== root && !found.startsWith(root + sep)) throw refused(path, `leads out of ${place}`);
  return relative(root, found).split(sep).join('/');
}

/**
 * Opens a file at a resolved path. Pipes, devices, sockets and folders are refused, because reading them may never end.
 * @param file the place on the disk, without symbolic links
 * @param path the path for errors
 * @param otherwise what to do about a folder, in words
 * @throws ToolwrightError `INVALID_ARGUMENTS`
 */
export async function openInside(
  file: string,
  path: string,
  otherwise?: string,
): Promise<{ readonly handle: FileHandle; readonly size: number }> {
  const check = (stats: Stats): number => {
    const kind = kindOf(stats);
    if (kind === 'a folder' && otherwise !== undefined) throw refused(path, `is a folder; ${otherwise}`);
    if (kind !== undefined) throw refused(path, `is ${kind}, not a file`);
    return stats.size;
  };
  try {
    // Checked before the file is opened, because opening a device can have effects.
    check(await lstat(file));
    const handle = await open(file, FLAGS);
    try {
      return { handle, size: check(await handle.stat()) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (cause) {
    throw isToolwrightError(cause) ? cause : refused(path, 'cannot be opened', cause);
  }
}

/** Whether bytes are binary, by git's rule. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, BINARY_PROBE).includes(0);
}

/** The error for a path that is not read, with the reason. */
export function refused(path: string, why: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_ARGUMENTS', `${JSON.stringify(path)} ${why}.`, {
    blame: 'model',
    cause,
  });
}

/** The error for a path that could never be read, with the reason. */
export function refusedPath(path: string, why: string, place: string): ToolwrightError {
  return new ToolwrightError('INVALID_ARGUMENTS', `The path ${JSON.stringify(path)} ${why}.`, {
    blame: 'model',
    hint: `Give a path relative to ${place}, e.g. "src/index.ts".`,
  });
}
