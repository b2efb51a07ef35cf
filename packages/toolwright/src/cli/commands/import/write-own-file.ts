import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../../project/replace-file.js';
import { userError } from '../../user-error.js';

/** A file to write. */
export interface OwnFile {
  /** Its path, from the working directory. */
  readonly shown: string;
  readonly text: string;
  /** Whether a text is one that this command wrote. */
  readonly isOwn: (current: string) => boolean;
}

/** Writes files, unless one of them is there that this command did not write. Then it writes none. */
export async function writeOwnFiles(cwd: string, force: boolean, files: readonly OwnFile[]): Promise<void> {
  for (const { shown, isOwn } of files) {
    const file = path.resolve(cwd, shown);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && !force && (!stats.isFile() || !isOwn(readFileSync(file, 'utf8'))))
      throw userError('USAGE', `${shown} was not written by this command.`, 'Use --force to replace it.');
  }
  for (const { shown, text } of files) await replaceFile(path.resolve(cwd, shown), text, shown);
}

/** Whether a text begins with the same line as another. */
export function hasHeadOf(text: string): (current: string) => boolean {
  const [head = ''] = text.split('\n', 1);
  return (current) => current.startsWith(head);
}
