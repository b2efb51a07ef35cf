import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { errorMessage, isToolwrightError, type ToolwrightError } from '@toolwright/contract';
import { invalidConfig } from './invalid-config.js';

/** The maximum size of a file: four bytes for each allowed character. */
const MAX_BYTES = 400_000;

/** Opens without blocking, because opening a named pipe would wait for a writer. Windows does not support the flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads one file as text. Refuses pipes, devices, sockets and folders. @throws ToolwrightError `INVALID_CONFIG` */
export async function readCapabilityFile(path: string): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    // Checked before the file is opened, because opening a device can have side effects.
    assertFile(await stat(path), path);
    handle = await open(path, FLAGS);
    assertFile(await handle.stat(), path);
    return await handle.readFile('utf8');
  } catch (error) {
    throw isToolwrightError(error) ? error : refusal(path, `cannot be read: ${errorMessage(error)}`, error);
  } finally {
    await handle?.close();
  }
}

function assertFile(stats: Stats, path: string): void {
  if (!stats.isFile()) throw refusal(path, `is ${kindOf(stats)}, not a file`);
  if (stats.size > MAX_BYTES)
    throw refusal(path, `has ${stats.size} bytes, which is too large for a capability`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function refusal(path: string, why: string, cause?: unknown): ToolwrightError {
  return invalidConfig(
    `${path} ${why}.`,
    'Pass regular .toml files, or a folder in which every .toml entry is a regular file.',
    cause,
  );
}
