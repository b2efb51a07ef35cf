import { CommanderError } from 'commander';
import type { CliIo } from './cli-io.js';
import { withoutCommands } from './display/workflow-log.js';
import { createProgram } from './program.js';
import { reportError } from './report-error.js';

const USAGE = 2;

/**
 * Runs one command line.
 * @param args Without the program's own name.
 * @returns The exit code, as the README lists them: 0, 1 after a failure, 2 for wrong input, 4 for severe findings, 130 if the user stopped it.
 */
export async function run(args: readonly string[], given: CliIo): Promise<number> {
  const io = { ...given, stderr: withoutCommands(given.stderr, given.env) };
  try {
    await createProgram(io).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed its own errors; it also throws after --help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    return reportError(error, io, args.includes('--debug'));
  }
}
