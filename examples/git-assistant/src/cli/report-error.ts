import { isToolwrightError } from 'toolwright';
import type { CliIo } from './cli-io.js';
import { redacted } from './display/redacted.js';
import { Stopped } from './input/interrupts.js';
import { Refusal, SevereFindings } from './refusal.js';

/** Exit codes, as the README lists them. */
const FAILED = 1;
const USAGE = 2;
const REFUSED = 3;
const SEVERE = 4;
const STOPPED = 130;
/**
 * Errors in the command line, the folder, the environment, or a file of settings or capabilities. `INVALID_ARGUMENTS` means a revision or a
 * path on the command line: wrong arguments of a model go back to the model and end no command.
 */
const WRONG_INPUT: ReadonlySet<string> = new Set([
  'USAGE',
  'INVALID_PROJECT',
  'INVALID_CONFIG',
  'INVALID_ARGUMENTS',
  'MISSING_API_KEY',
]);

/** Prints the error and what to do, and returns the exit code. */
export function reportError(
  error: unknown,
  { stderr, signal, env }: Pick<CliIo, 'stderr' | 'signal' | 'env'>,
  debug: boolean,
): number {
  const stopped = signal.aborted ? signal.reason : error;
  if (signal.aborted || stopped instanceof Stopped) {
    stderr.write('Stopped.\n');
    return stopped instanceof Stopped ? stopped.exitCode : STOPPED;
  }
  const message = error instanceof Error ? error.message : String(error);
  const say = (text: string) => void stderr.write(`${redacted(text, { env })}\n`);
  say(message);
  if (isToolwrightError(error) && error.hint !== undefined) say(error.hint);
  if (debug && error instanceof Error) say(error.stack ?? message);
  if (error instanceof Refusal) return REFUSED;
  if (error instanceof SevereFindings) return SEVERE;
  return isToolwrightError(error) && WRONG_INPUT.has(error.code) ? USAGE : FAILED;
}
