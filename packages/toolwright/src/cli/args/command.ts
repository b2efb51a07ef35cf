import type { CommandContext } from '../command-context.js';

/** A command as data. Nothing else is needed to read the command line and print its help. */
export interface Command<Options = never> {
  readonly description: string;
  /** The usage, e.g. `<tool>`, `[json]` or `[tools...]`, and the description of each parameter. */
  readonly parameters?: readonly (readonly [usage: string, description: string])[];
  readonly options?: readonly CommandOption[];
  /** Examples and explanations, which the help prints last. */
  readonly notes?: string;
  /** Subcommands. Each is loaded only when its name is given, or for the help. */
  readonly commands?: Readonly<Record<string, () => Command | Promise<Command>>>;
  /**
   * Absent for a command that only has subcommands.
   * @param words the values of the parameters; their number was already checked
   */
  run?(options: Options, words: readonly string[], context: CommandContext): Promise<void> | void;
}

/** An option with flags such as `-o, --out <file>`. `<globs...>` takes several values, and `--no-cache` sets `cache` to false. */
export type CommandOption = readonly [flags: string, description: string, settings?: OptionSettings];

export interface OptionSettings {
  /** If the default is a list, each occurrence of the option adds a value. */
  readonly default?: string | readonly string[];
  readonly choices?: readonly string[];
  readonly isRequired?: true;
  /** Options that cannot be combined with this one. */
  readonly conflicts?: readonly string[];
  /** Another name for the option, which the help does not show. */
  readonly alias?: string;
  /** @throws UsageError with a sentence that names the valid values */
  readonly parse?: (value: string) => unknown;
}
