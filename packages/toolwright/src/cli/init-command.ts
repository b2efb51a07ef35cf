import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { addExample } from './init/add-example.js';
import { addScripts } from './init/add-scripts.js';
import { nextSteps } from './init/next-steps.js';

const EXAMPLES = `
Examples:
  $ toolwright init

Adds the scripts codegen and codegen:check to package.json, and an example
src/tools.ts where there is none. What is there already is left as it is;
running it again changes nothing.`;

export function addInitCommand(program: Command, { io }: CommandContext): void {
  program
    .command('init')
    .description('prepare the project in the current folder')
    .addHelpText('after', EXAMPLES)
    .action(() => {
      const done = [...addScripts(io.cwd), addExample(io.cwd)];
      const steps = nextSteps(io.cwd).map((step, index) => `  ${index + 1}. ${step}`);
      io.stdout.write(`${done.join('\n')}\n\nNext:\n${steps.join('\n')}\n`);
    });
}
