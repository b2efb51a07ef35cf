import { constants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { kindOf, NO_WAIT } from '@toolwright/capabilities/guard';

/** Far more than any settings file, and little enough for a string. */
const MAX_BYTES = 16_000_000;

/**
 * Reads a text file at a path that somebody else has chosen. Pipes, devices, sockets and folders are refused, because reading them may
 * never end.
 * @throws Error with a sentence about the path; errors of the file system have their `code`
 */
export async function readPlainFile(path: string): Promise<string> {
  // Checked before the file is opened, because opening a device can have effects.
  assertPlain(await stat(path));
  const handle = await open(path, constants.O_RDONLY | NO_WAIT);
  try {
    assertPlain(await handle.stat());
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file that only its owner can read, with the same checks as `readPlainFile`.
 * @throws Error as `readPlainFile` does
 */
export async function writePlainFile(path: string, text: string): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | NO_WAIT, 0o600);
  try {
    assertPlain(await handle.stat());
    await handle.chmod(0o600);
    await handle.truncate();
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

function assertPlain(stats: Stats): void {
  const kind = kindOf(stats);
  if (kind !== undefined) throw new Error(`It is ${kind}, not a file.`);
  if (stats.size > MAX_BYTES) throw new Error(`Its ${stats.size} bytes are too many.`);
}
