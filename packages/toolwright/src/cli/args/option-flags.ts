import type { CommandOption, OptionSettings } from './command.js';

/** An option with its parsed flags. */
export interface ParsedOption {
  /** The flags as declared, e.g. `-o, --out <file>`. */
  readonly flags: string;
  readonly description: string;
  readonly settings: OptionSettings;
  /** The long name without dashes, e.g. `no-cache`. */
  readonly name: string;
  readonly short: string | undefined;
  /** The member of the options object that it sets, e.g. `cache` or `failOn`. */
  readonly key: string;
  readonly takes: 'nothing' | 'a value' | 'values';
}

export function parseFlags([flags, description, settings = {}]: CommandOption): ParsedOption {
  const [, name = ''] = /--([\w-]+)/.exec(flags) ?? [];
  return {
    flags,
    description,
    settings,
    name,
    short: /^-(\w),/.exec(flags)?.[1],
    key: name.replace(/^no-/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    takes: flags.endsWith('...>') ? 'values' : flags.endsWith('>') ? 'a value' : 'nothing',
  };
}

/** Options that every command takes in addition to its own. */
export const GLOBAL_OPTIONS = [
  ['-V, --version', 'print the version'],
  ['--debug', 'print stacks and causes of errors, as DEBUG=toolwright does'],
  ['-h, --help', 'print help'],
] as const;

export function isGlobalFlag(word: string): boolean {
  return GLOBAL_OPTIONS.some(([flags]) => flags.split(', ').includes(word));
}
