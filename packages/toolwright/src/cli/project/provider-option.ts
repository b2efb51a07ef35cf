import type { OptionSettings } from '../args/command.js';

/** Settings of an option `--provider` that takes names with commas between them. */
export const PROVIDER_NAMES: OptionSettings = {
  alias: 'dialect',
  parse: (text) => text.split(',').map((name) => name.trim()),
};
