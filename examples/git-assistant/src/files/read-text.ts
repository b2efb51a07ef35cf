import { isBinary, refused } from '@toolwright/capabilities/guard';
import { isToolwrightError } from 'toolwright';
import type { Repository } from '../git/open-repository.js';
import { type ReadOptions, readFileStart } from './read-file.js';

export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** Only the beginning was read. */
  readonly cut: boolean;
}

/** Files are read up to this size, in bytes. */
const MAX_TEXT_BYTES = 1_000_000;

/** Reads a text file of the repository. @throws ToolwrightError `INVALID_ARGUMENTS` for binary files, and as `withFile` does */
export async function readText(
  repository: Repository,
  given: string,
  options: ReadOptions = {},
): Promise<SourceText> {
  const { path, bytes, size } = await readFileStart(repository, given, MAX_TEXT_BYTES, options);
  if (isBinary(bytes)) throw refused(path, `is a binary file of ${size} bytes`);
  return { path, text: new TextDecoder().decode(bytes), cut: size > bytes.length };
}

/** Like `readText`, but returns undefined for an unreadable file. For reading many files. */
export async function findText(
  repository: Repository,
  path: string,
  options: ReadOptions = {},
): Promise<SourceText | undefined> {
  try {
    return await readText(repository, path, options);
  } catch (error) {
    // A binary file, or a file that must not be read.
    if (isToolwrightError(error) && error.code === 'INVALID_ARGUMENTS') return undefined;
    throw error;
  }
}
