import { type Command, Option } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { addProjectOptions } from '../../project/project-options.js';
import { type ListOptions, printList } from './print-list.js';

const EXAMPLES = `
Examples:
  $ toolwright list
  $ toolwright list --json | jq -r ".[].name"

The tools are read from the sources: nothing has to be built, and nothing is
written.`;

export function addListCommand(program: Command, context: CommandContext): void {
  addProjectOptions(program.command('list'))
    .description('list the tools of a project, with where they are')
    .addOption(new Option('--format <format>', 'of the list').choices(['pretty', 'json']).default('pretty'))
    .option('--json', 'the same as --format json: names, descriptions and schemas')
    .addHelpText('after', EXAMPLES)
    .action((options: ListOptions) => printList(options, context));
}
