import { defineCommand } from '../../args/command.js';
import { PROJECT_OPTIONS } from '../../project/project-options.js';
import { PROVIDER_NAMES } from '../../project/provider-option.js';
import { type LockOptions, runLock } from './run-lock.js';

const EXAMPLES = `
Examples:
  $ toolwright lock
  $ toolwright lock --provider openai,anthropic
  $ toolwright lock --check

Writes tools.lock.json beside the generated module: the name, description,
parameters, result and annotations of each tool, and a hash of what each named
provider receives. Commit it: a pull request then shows what changes for models
and clients. Without --provider the providers of the lock stay. Exit codes: 0;
1 after errors or if --check finds a stale lock; 2 if the arguments are wrong.`;

export const lockCommand = defineCommand<LockOptions>({
  description: 'write what the tools of a project promise, so that a change is noticed',
  options: [
    ...PROJECT_OPTIONS,
    ['-o, --out <file>', 'the generated module (default: "src/toolwright.gen.ts")'],
    ['--provider <names>', 'also pin what is sent to these providers', PROVIDER_NAMES],
    ['--check', 'write nothing; exit with 1 if the lock is stale'],
  ],
  notes: EXAMPLES,
  run: (options, _words, context) => runLock(options, context),
});
