import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { kindOf } from '@toolwright/capabilities/guard';

/** Files of the work tree that every git command reads. */
const READ_BY_GIT = ['.gitignore', '.gitattributes', '.gitmodules', '.mailmap'];

/**
 * A sentence about such a file in the top folder if git would wait for it forever, as for a pipe; undefined if all are files or missing.
 */
export async function findSpecialFile(root: string): Promise<string | undefined> {
  for (const name of READ_BY_GIT) {
    const stats = await stat(join(root, name)).catch(() => undefined);
    const kind = stats && kindOf(stats);
    if (kind !== undefined && kind !== 'a folder')
      return `"${name}" of the repository is ${kind}, not a file, so git cannot read the repository.`;
  }
  return undefined;
}
