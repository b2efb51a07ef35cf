import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../../project/replace-file.js';
import { userError } from '../../user-error.js';

/**
 * Writes a file unless another one is there that this command did not write.
 * @param isOwn whether a text is one that this command wrote
 */
export async function writeOwnFile(
  { cwd, shown, text, force }: OwnFile,
  isOwn: (current: string) => boolean,
): Promise<void> {
  const file = path.resolve(cwd, shown);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && !force && (!stats.isFile() || !isOwn(readFileSync(file, 'utf8'))))
    throw userError('USAGE', `${shown} was not written by this command.`, 'Use --force to replace it.');
  await replaceFile(file, text, shown);
}

/** A file to write. */
export interface OwnFile {
  readonly cwd: string;
  readonly shown: string;
  readonly text: string;
  readonly force: boolean;
}

/** Whether a text begins with the same line as another. */
export function hasHeadOf(text: string): (current: string) => boolean {
  const [head = ''] = text.split('\n', 1);
  return (current) => current.startsWith(head);
}
