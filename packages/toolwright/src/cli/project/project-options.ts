import type { CommandOption, OptionSettings } from '../args/command.js';
import { UsageError } from '../args/usage-error.js';

/** Selects the sources to read. */
export interface ProjectOptions {
  readonly project?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** False if `--no-cache` is passed. */
  readonly cache?: boolean;
}

/** The options that select the files to read. */
export const SOURCE_OPTIONS: readonly CommandOption[] = [
  ['-p, --project <tsconfig>', 'the tsconfig or its folder', { default: 'tsconfig.json' }],
  ['--include <globs...>', 'only look for tools in these files', { parse: parseGlob }],
  ['--exclude <globs...>', 'skip these files; tests are always skipped', { parse: parseGlob }],
];

export const PROJECT_OPTIONS: readonly CommandOption[] = [
  ...SOURCE_OPTIONS,
  ['--no-cache', 'read all files again and store no results'],
];

/** Settings for an option `--provider` that takes a comma-separated list of names. */
export const PROVIDER_NAMES: OptionSettings = {
  alias: 'dialect',
  parse: (text) => text.split(',').map((name) => name.trim()),
};

function parseGlob(glob: string): string {
  if (glob.trim() === '') throw new UsageError('A pattern must not be empty.');
  return glob;
}
