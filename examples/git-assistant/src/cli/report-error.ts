import { isToolwrightError } from 'toolwright';
import type { CliIo } from './cli-io.js';
import { printable } from './printable.js';

/** Exit codes: what went wrong while working, and a command line or a repository that gives nothing to work on. */
const FAILED = 1;
const USAGE = 2;
const STOPPED = 130;

/** Says what went wrong and what to do, and returns the exit code. */
export function reportError(
  error: unknown,
  { stderr, signal }: Pick<CliIo, 'stderr' | 'signal'>,
  debug: boolean,
): number {
  if (signal.aborted) {
    stderr.write('Stopped.\n');
    return STOPPED;
  }
  const message = error instanceof Error ? error.message : String(error);
  stderr.write(`${printable(message)}\n`);
  if (isToolwrightError(error) && error.hint !== undefined) stderr.write(`${printable(error.hint)}\n`);
  if (debug && error instanceof Error) stderr.write(`${error.stack}\n`);
  return isToolwrightError(error) && (error.code === 'USAGE' || error.code === 'INVALID_PROJECT')
    ? USAGE
    : FAILED;
}
