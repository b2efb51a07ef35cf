import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage, ToolwrightError } from '@toolwright/contract';

/**
 * Writes a text file atomically: readers see the old text or the new one, also if the disk is full or the process is killed. Creates its
 * folder. A link keeps its target. Devices and pipes, such as `/dev/stdout`, are written to and not replaced.
 * @param shown its path, for errors
 * @throws ToolwrightError `OUTPUT_FAILED`; the old file is then unchanged
 */
export async function replaceFile(file: string, text: string, shown: string): Promise<void> {
  let temporary: string | undefined;
  try {
    await makeFolder(path.dirname(file));
    const target = await realpath(file).catch(() => file);
    const before = await stat(target).catch(() => undefined);
    if (before !== undefined && !before.isFile()) {
      await writeFile(file, text);
      return;
    }
    temporary = `${target}.${randomUUID()}.tmp`;
    await writeFile(temporary, text);
    await rename(temporary, target);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true });
    throw new ToolwrightError('OUTPUT_FAILED', `Cannot write ${shown}: ${errorMessage(error)}`, {
      blame: 'user',
      hint: 'Check the path and its permissions, or name another one with --out.',
      cause: error,
    });
  }
}

/** Node's own option `recursive` never returns if the system denies the existence of a folder that it just found, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) await makeFolder(above);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(place: string): Promise<boolean> {
  const stats = await stat(place).catch(() => undefined);
  return stats?.isDirectory() ?? false;
}
