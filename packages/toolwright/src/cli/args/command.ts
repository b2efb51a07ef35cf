import type { CommandContext } from '../command-context.js';

/** A command as data: reading the command line and printing its help need nothing else. */
export interface Command<Options = never> {
  readonly description: string;
  /** `<tool>`, `[json]` or `[tools...]`, each with a description. */
  readonly parameters?: readonly (readonly [usage: string, description: string])[];
  readonly options?: readonly CommandOption[];
  /** Examples and explanations, which the help prints last. */
  readonly notes?: string;
  /** Loaded when their names are given, or for the help. */
  readonly commands?: Readonly<Record<string, () => Command | Promise<Command>>>;
  /**
   * Absent for a command that only has commands of its own.
   * @param words for the parameters; reading has checked their number
   */
  run?(options: Options, words: readonly string[], context: CommandContext): Promise<void> | void;
}

/** The flags are like `-o, --out <file>`. `<globs...>` takes several values, and `--no-cache` sets `cache` to false. */
export type CommandOption = readonly [flags: string, description: string, settings?: OptionSettings];

export interface OptionSettings {
  /** An option with a list as its default adds a value each time it is given. */
  readonly default?: string | readonly string[];
  readonly choices?: readonly string[];
  readonly isRequired?: true;
  /** Options that cannot be given as well. */
  readonly conflicts?: readonly string[];
  /** Another name of the option, which the help does not show. */
  readonly alias?: string;
  /** @throws UsageError with a sentence that says which values are possible */
  readonly parse?: (value: string) => unknown;
}
