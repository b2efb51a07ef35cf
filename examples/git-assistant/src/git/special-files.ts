import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { kindOf } from '../files/plain-file.js';

/** Files of the work tree that git reads by itself, at every command. */
const READ_BY_GIT = ['.gitignore', '.gitattributes', '.gitmodules', '.mailmap'];

/** A sentence about a file at the top for which every git would wait for ever; undefined where all are files, or missing. */
export async function findSpecialFile(root: string): Promise<string | undefined> {
  for (const name of READ_BY_GIT) {
    const stats = await stat(join(root, name)).catch(() => undefined);
    const kind = stats && kindOf(stats);
    if (kind !== undefined && kind !== 'a folder')
      return `"${name}" of the repository is ${kind}, not a file, so git cannot read the repository.`;
  }
  return undefined;
}
