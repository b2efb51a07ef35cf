import { open, stat } from 'node:fs/promises';
import { errorMessage, ToolwrightError } from '@toolwright/contract';

const HINT = 'Pass a file that a program writes with createJsonLogger.';

/**
 * Checks that a file is readable text and may be a log.
 * @throws ToolwrightError `USAGE`
 */
export async function checkLogFile(file: string): Promise<void> {
  const start = await readStart(file);
  if (start === undefined) throw wrong(`The log ${file} is a folder.`, HINT);
  const encoding = findWideEncoding(start);
  if (encoding === undefined) return;
  const hint = 'Save the file as UTF-8. In Windows PowerShell, `>` writes UTF-16.';
  throw wrong(`The log ${file} is encoded in ${encoding}, but logs must be UTF-8.`, hint);
}

/** Reads the first bytes of a file. Returns undefined for a folder. Does not read from pipes, whose bytes can be read only once. */
async function readStart(file: string): Promise<Buffer | undefined> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) return undefined;
    if (!found.isFile()) return Buffer.alloc(0);
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw wrong(`The log ${file} cannot be read: ${errorMessage(error)}.`, HINT, error);
  }
}

/** Detects UTF-16 and UTF-32 by the byte order mark, or by a `{` that takes more than one byte. */
function findWideEncoding(start: Buffer): string | undefined {
  const is = (...bytes: readonly number[]): boolean => bytes.every((byte, index) => start[index] === byte);
  if (is(0xff, 0xfe, 0, 0) || is(0, 0, 0xfe, 0xff)) return 'UTF-32';
  if (is(0xff, 0xfe) || is(BRACE, 0)) return 'UTF-16 (little-endian)';
  if (is(0xfe, 0xff) || is(0, BRACE)) return 'UTF-16 (big-endian)';
  return undefined;
}

const BRACE = 0x7b;

function wrong(message: string, hint: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('USAGE', message, { blame: 'user', hint, cause });
}
