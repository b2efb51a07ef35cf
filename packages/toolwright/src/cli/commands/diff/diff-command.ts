import { defineCommand } from '../../args/command.js';
import { PROJECT_OPTIONS } from '../../project/project-options.js';
import { DIFF_FORMATS } from './format-diff.js';
import { type DiffOptions, FAIL_ON, runDiff } from './run-diff.js';

const EXAMPLES = `
Examples:
  $ toolwright diff
  $ toolwright diff origin/main --fail-on breaking
  $ toolwright diff v1.2.0 --format markdown
  $ toolwright diff old/tools.lock.json --format json

Compares the tools of the sources with a lock: that of the project, a lock file,
or the lock at a Git revision. Parameters may accept more, and results may be
narrower or have more members: the reverse is breaking, with an example of a
call that worked before. The last line is the release that the changes need.
Exit codes: 0; 1 after errors or as --fail-on says; 2 if the arguments are
wrong.`;

export const diffCommand = defineCommand<DiffOptions>({
  description: 'say what has changed for models and clients, and which release it needs',
  parameters: [['[base]', 'a lock file or a Git revision (default: the lock)']],
  options: [
    ...PROJECT_OPTIONS,
    ['-o, --out <file>', 'the generated module (default: "src/toolwright.gen.ts")'],
    ['--fail-on <verdict>', 'exit with 1 after such changes', { choices: FAIL_ON }],
    ['--format <format>', 'format of the changes', { choices: DIFF_FORMATS, default: 'pretty' }],
  ],
  notes: EXAMPLES,
  run: (options, [base], context) => runDiff(base, options, context),
});
