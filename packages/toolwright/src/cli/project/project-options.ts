import type { CommandOption, OptionSettings } from '../args/command.js';
import { UsageError } from '../args/usage-error.js';

/** Which sources to read. */
export interface ProjectOptions {
  readonly project?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** False with `--no-cache`. */
  readonly cache?: boolean;
}

/** The options that say which files are read. */
export const SOURCE_OPTIONS: readonly CommandOption[] = [
  ['-p, --project <tsconfig>', 'the tsconfig or its folder', { default: 'tsconfig.json' }],
  ['--include <globs...>', 'look for tools in these files only', { parse: parseGlob }],
  ['--exclude <globs...>', 'skip these files; tests are always skipped', { parse: parseGlob }],
];

export const PROJECT_OPTIONS: readonly CommandOption[] = [
  ...SOURCE_OPTIONS,
  ['--no-cache', 'read all files again, and store no results'],
];

/** Settings of an option `--provider` that takes names with commas between them. */
export const PROVIDER_NAMES: OptionSettings = {
  alias: 'dialect',
  parse: (text) => text.split(',').map((name) => name.trim()),
};

function parseGlob(glob: string): string {
  if (glob.trim() === '') throw new UsageError('A pattern must not be empty.');
  return glob;
}
