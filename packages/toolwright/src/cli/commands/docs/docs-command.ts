import { defineCommand } from '../../args/command.js';
import { SOURCE_OPTIONS } from '../../project/project-options.js';
import { type DocsOptions, runDocs } from './run-docs.js';

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

export const docsCommand = defineCommand<DocsOptions>({
  description: 'write a page about the tools of a project for people',
  options: [
    ...SOURCE_OPTIONS,
    ['-o, --out <folder>', 'the folder to write to', { default: 'docs/tools' }],
    ['--title <text>', 'the title (default: "Tools of" and the package)'],
    ['--llms', 'also write llms.txt, a list of the tools for models'],
    ['--check', 'write nothing; fail if a file is stale'],
  ],
  notes: EXAMPLES,
  run: (options, _words, context) => runDocs(options, context),
});
