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
  ['-p, --project <tsconfig>', 'the tsconfig or its folder', { default: 'tsconfig.json', parse: parsePath }],
  ['--include <globs...>', 'look for tools in these files only', { parse: parseGlob }],
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

/** Settings of an option that names the generated module: TypeScript or JavaScript, but no declarations. */
export const OUT_MODULE: OptionSettings = {
  parse: (file) => {
    if (/(?<!\.d)\.[mc]?[jt]s$/.test(file)) return file;
    throw new UsageError('Name a file that ends in .ts, .mts, .cts, .js, .mjs or .cjs.');
  },
};

/** An empty path is often an unset variable of a shell, and would mean the current folder. */
export function parsePath(given: string): string {
  if (given.trim() === '') throw new UsageError('A path must not be empty.');
  return given;
}

function parseGlob(glob: string): string {
  if (glob.trim() === '') throw new UsageError('A pattern must not be empty.');
  return glob;
}
