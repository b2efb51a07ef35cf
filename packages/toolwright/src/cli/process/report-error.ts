import { isToolwrightError, visibleText, wantsColor } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import type { CliIo } from './cli-io.js';

export interface ReportOptions {
  readonly io: Pick<CliIo, 'stderr' | 'env'>;
  /** Whether to also print the stack and the causes. */
  readonly debug: boolean;
}

/** Prints an error without secrets and returns the exit code: 2 for an incorrect command line, otherwise 1. */
export function reportError(error: unknown, { io, debug }: ReportOptions): 1 | 2 {
  const red = wantsColor(io.stderr, io.env) ? (text: string) => `\u001b[31m${text}\u001b[39m` : String;
  const redaction = createRedaction({ env: io.env });
  // Messages quote untrusted text: from models, servers and stores.
  const redact = (text: string): string => visibleText(redaction.redact(text));
  if (!isToolwrightError(error)) {
    io.stderr.write(`${red('error')}: ${redact(stackOf(error))}\n`);
    io.stderr.write('This is a bug in Toolwright; please report it with the lines above.\n');
    return 1;
  }
  io.stderr.write(`${red('error')} ${error.code}: ${redact(debug ? stackOf(error) : error.message)}\n`);
  if (error.hint) io.stderr.write(`  fix: ${redact(error.hint)}\n`);
  return WRONG_ARGUMENTS.has(error.code) ? 2 : 1;
}

const WRONG_ARGUMENTS: ReadonlySet<string> = new Set(['USAGE', 'MALFORMED_ARGUMENTS']);

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return (error.stack ?? String(error)) + cause;
}
