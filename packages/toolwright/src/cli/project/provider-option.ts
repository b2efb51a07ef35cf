import { type Command, Option } from 'commander';

/** The names in a list with commas. */
export function splitNames(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

/** Lets each command that has `--provider` take `--dialect` as another name of it. */
export function addDialectAlias(program: Command): void {
  for (const command of program.commands) {
    addDialectAlias(command);
    const provider = command.options.find(({ long }) => long === '--provider');
    if (provider === undefined) continue;
    const alias = provider.flags.replace('--provider', '--dialect');
    command
      .addOption(new Option(alias, 'another name of --provider').hideHelp())
      .on('option:dialect', (given: string) =>
        command.setOptionValue('provider', provider.parseArg?.(given, undefined) ?? given),
      );
  }
}
