import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { userError } from '../user-error.js';

/** Returns the output of Git; undefined if Git fails. No shell sees the arguments. */
export async function git(cwd: string, args: readonly string[], input = ''): Promise<Buffer | undefined> {
  if (!existsSync(cwd)) return undefined;
  try {
    const running = promisify(execFile)('git', [...args], { cwd, maxBuffer: MAX_BYTES, encoding: 'buffer' });
    // A process that exits early closes the pipe; its exit code tells why.
    running.child.stdin?.on('error', () => {}).end(input);
    return (await running).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw userError(
        'USAGE',
        'Git is not installed, and the base is not a file, so it must be a Git revision.',
        'Pass a lock file.',
        error,
      );
    }
    return undefined;
  }
}

const MAX_BYTES = 256 * 1024 * 1024;
