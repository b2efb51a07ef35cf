import { CommanderError } from 'commander';
import type { CliIo } from './process/cli-io.js';
import { reportError } from './process/report-error.js';
import { createProgram } from './program.js';

/** The exit code for wrong arguments. Failures of the command itself exit with 1. */
const USAGE_ERROR = 2;

/**
 * Runs one command line.
 * @param args without the name of the program
 * @returns The exit code: 0, 1 after an error, 2 if the arguments are wrong
 */
export async function main(args: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  try {
    await createProgram({ io, setExitCode }).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its own errors. It also throws after --help and --version.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    return reportError(error, { io, debug: isDebug(args, io) });
  }
}

function isDebug(args: readonly string[], { env }: CliIo): boolean {
  return args.includes('--debug') || (env.DEBUG ?? '').split(/[\s,]+/).includes('toolwright');
}
