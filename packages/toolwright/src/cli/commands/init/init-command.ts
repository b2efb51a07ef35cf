import type { Command } from 'commander';
import { Option } from 'commander';
import { createProject, describeProject, isTemplateName, TEMPLATE_NAMES } from 'create-toolwright';
import type { CommandContext } from '../../command-context.js';
import { readVersion } from '../../process/version.js';

const EXAMPLES = `
Examples:
  $ toolwright init
  $ toolwright init --template mcp-server

Creates package.json with scripts, tsconfig.json, a class of tools and a
program that runs. It never overwrites a file, and running it again changes
nothing. If you have a src/main.ts, the program goes to a folder of its own.
If the project has tools already, it only adds the scripts codegen and
codegen:check.

Templates:
  quickstart   a class of tools, a direct call, and an agent with one question
  agent        an agent that keeps a task list, in the terminal
  mcp-server   tools for MCP clients, over stdio`;

export function addInitCommand(program: Command, { io }: CommandContext): void {
  program
    .command('init')
    .description('set up a project in the current folder')
    .addOption(
      new Option('--template <name>', 'the program to start with')
        .choices(TEMPLATE_NAMES)
        .default('quickstart'),
    )
    .addHelpText('after', EXAMPLES)
    .action(({ template }: { readonly template: string }) => {
      const name = isTemplateName(template) ? template : undefined;
      const project = createProject({ folder: io.cwd, template: name, version: readVersion() });
      io.stdout.write(describeProject(project));
    });
}
