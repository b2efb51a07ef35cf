import type { Command } from 'commander';

/** Which sources to read. */
export interface ProjectOptions {
  readonly project?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** False with `--no-cache`. */
  readonly cache?: boolean;
}

export function addProjectOptions(command: Command): Command {
  return command
    .option('-p, --project <tsconfig>', 'the tsconfig or its folder', 'tsconfig.json')
    .option('--include <globs...>', 'seek tools in these files only')
    .option('--exclude <globs...>', 'seek no tools in these files, nor in tests')
    .option('--no-cache', 'read everything anew, and keep nothing for the next time');
}
