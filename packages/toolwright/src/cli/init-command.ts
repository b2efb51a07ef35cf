import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { prepareProject } from './init/prepare-project.js';

const EXAMPLES = `
Examples:
  $ toolwright init

Adds the scripts codegen and codegen:check to package.json, and an example
src/tools.ts where there are no tools yet. What is there already is left as it
is; running it again changes nothing.`;

export function addInitCommand(program: Command, { io }: CommandContext): void {
  program
    .command('init')
    .description('prepare the project in the current folder')
    .addHelpText('after', EXAMPLES)
    .action(() => {
      io.stdout.write(prepareProject(io.cwd));
    });
}
