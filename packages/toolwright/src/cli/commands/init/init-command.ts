import type { Command } from 'commander';
import { Option } from 'commander';
import { createProject, describeProject, isTemplateName, TEMPLATE_NAMES } from 'create-toolwright';
import type { CommandContext } from '../../command-context.js';
import { readVersion } from '../../process/version.js';

const EXAMPLES = `
Examples:
  $ toolwright init
  $ toolwright init --template mcp-server

Makes the current folder a project that runs: package.json with scripts,
tsconfig.json, a class of tools and a program. It never overwrites a file, and
running it again changes nothing. Beside a src/main.ts of yours, the program
goes to a folder of its own. In a project that has tools already, it adds only
the scripts codegen and codegen:check.

Templates:
  quickstart   a class of tools, a direct call, and an agent with one question
  agent        an agent that keeps a task list, in the terminal
  mcp-server   tools for MCP clients, over standard input and output`;

export function addInitCommand(program: Command, { io }: CommandContext): void {
  program
    .command('init')
    .description('prepare the project in the current folder')
    .addOption(
      new Option('--template <name>', 'program to start from').choices(TEMPLATE_NAMES).default('quickstart'),
    )
    .addHelpText('after', EXAMPLES)
    .action(({ template }: { readonly template: string }) => {
      const name = isTemplateName(template) ? template : undefined;
      const project = createProject({ folder: io.cwd, template: name, version: readVersion() });
      io.stdout.write(describeProject(project));
    });
}
