import { runCommand } from './args/run-command.js';
import type { CliIo } from './process/cli-io.js';
import { PROGRAM } from './program.js';

/**
 * Runs one command line.
 * @param args the arguments without the name of the program
 * @returns the exit code: 0, 1 after an error, or 2 for invalid arguments
 */
export async function main(args: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  try {
    await runCommand(PROGRAM, args, { io, setExitCode });
    return exitCode;
  } catch (error) {
    const { reportError } = await import('./process/report-error.js');
    return reportError(error, { io, debug: isDebug(args, io) });
  }
}

function isDebug(args: readonly string[], { env }: CliIo): boolean {
  return args.includes('--debug') || (env.DEBUG ?? '').split(/[\s,]+/).includes('toolwright');
}
