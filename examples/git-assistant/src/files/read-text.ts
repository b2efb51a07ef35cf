import { isToolwrightError, ToolwrightError } from 'toolwright';
import type { Repository } from '../git/open-repository.js';
import { isBinary, readFileStart } from './read-file.js';

export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** Only the beginning was read. */
  readonly cut: boolean;
}

/** Larger files are read as far as this, in bytes. */
const MAX_TEXT_BYTES = 1_000_000;

/** Reads a text file of the repository. @throws ToolwrightError `INVALID_ARGUMENTS` for binary files, and as `readFileStart` does */
export async function readText(
  repository: Repository,
  given: string,
  signal?: AbortSignal,
): Promise<SourceText> {
  const { path, bytes, size } = await readFileStart(repository, given, MAX_TEXT_BYTES, signal);
  if (isBinary(bytes)) {
    throw new ToolwrightError(
      'INVALID_ARGUMENTS',
      `${JSON.stringify(path)} is a binary file of ${size} bytes.`,
      {
        blame: 'model',
      },
    );
  }
  return { path, text: new TextDecoder().decode(bytes), cut: size > bytes.length };
}

/** As `readText`, with undefined for what cannot be read: for going through many files. */
export async function findText(
  repository: Repository,
  path: string,
  signal?: AbortSignal,
): Promise<SourceText | undefined> {
  try {
    return await readText(repository, path, signal);
  } catch (error) {
    // One file of many that is no text, or is not to be read.
    if (isToolwrightError(error) && error.code === 'INVALID_ARGUMENTS') return undefined;
    throw error;
  }
}
