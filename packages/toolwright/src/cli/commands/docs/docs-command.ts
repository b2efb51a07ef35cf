import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { addSourceOptions } from '../../project/read-tools.js';
import type { DocsOptions } from './docs-options.js';
import { runDocs } from './run-docs.js';

const EXAMPLES = `
Examples:
  $ toolwright docs
  $ toolwright docs --out docs/tools --llms
  $ toolwright docs --check

Writes README.md and index.html into the folder: what each tool does, its
parameters, result, errors and examples, from the types and the JSDoc. The page
loads nothing from elsewhere. With --llms it also writes llms.txt. Exit codes:
0; 1 after errors or if --check finds a stale file; 2 if the arguments are
wrong.`;

export function addDocsCommand(program: Command, context: CommandContext): void {
  addSourceOptions(program.command('docs'))
    .description('write a page about the tools of a project for people')
    .option('-o, --out <folder>', 'the folder to write to', 'docs/tools')
    .option('--title <text>', 'the title (default: "Tools of" and the package)')
    .option('--llms', 'also write llms.txt, a list of the tools for models')
    .option('--check', 'write nothing; fail if a file is stale')
    .addHelpText('after', EXAMPLES)
    .action((options: DocsOptions) => runDocs(options, context));
}
