import { createProject, describeProject, TEMPLATE_NAMES, type TemplateName } from 'create-toolwright';
import type { Command } from '../../args/command.js';
import { readVersion } from '../../process/version.js';

const EXAMPLES = `
Examples:
  $ toolwright init
  $ toolwright init --template mcp-server

Creates package.json with scripts, tsconfig.json, a class of tools and a
program that runs. It never overwrites a file, and running it again changes
nothing. If you have a src/main.ts, the program goes to a separate folder.
If the project already has tools, it only adds the scripts codegen and
codegen:check.

Templates:
  quickstart   a class of tools, a direct call, and an agent with one question
  agent        an agent that keeps a task list, in the terminal
  mcp-server   tools for MCP clients, over stdio`;

export const initCommand: Command<{ readonly template: TemplateName }> = {
  description: 'set up a project in the current folder',
  options: [
    ['--template <name>', 'the program to start with', { choices: TEMPLATE_NAMES, default: 'quickstart' }],
  ],
  notes: EXAMPLES,
  run({ template }, _words, { io }) {
    const project = createProject({ folder: io.cwd, template, version: readVersion() });
    io.stdout.write(describeProject(project));
  },
};
