import type { Command } from '../../args/command.js';
import { findDialect } from '../../load/find-dialect.js';
import { OUT_MODULE, PROJECT_OPTIONS, PROVIDER_NAMES } from '../../project/project-options.js';
import type { CodegenOptions } from './codegen-options.js';
import { DIAGNOSTIC_FORMATS } from './print-report.js';
import { runCodegen } from './run-codegen.js';

const EXAMPLES = `
Examples:
  $ toolwright codegen
  $ toolwright codegen --project packages/api --out src/tools.gen.ts
  $ toolwright codegen --exclude "src/legacy/**"
  $ toolwright codegen --watch
  $ toolwright codegen --check --format github
  $ toolwright codegen --provider openai-strict,google
  $ toolwright codegen --validators
  $ toolwright codegen --check --effects
  $ toolwright codegen --no-cache --timing

Codegen never runs the project's code, and writes nothing if there are errors.
It stores results in node_modules/.cache/toolwright, so an unchanged project
takes almost no time. Exit codes: 0; 1 after errors or if --check finds a stale
file; 2 if the arguments are invalid.`;

export const codegenCommand: Command<CodegenOptions> = {
  description: 'read the tools of a project and write the module that describes them',
  options: [
    ...PROJECT_OPTIONS,
    ['-o, --out <file>', 'the module to write (default: "src/toolwright.gen.ts")', OUT_MODULE],
    ['--validators', 'also write validators as code, so that programs do not need AJV'],
    ['--provider <names>', 'report what these providers lose or refuse', PROVIDER_NAMES],
    [
      '-w, --watch',
      'run again after each change, until Ctrl+C',
      { conflicts: ['check', 'format', 'timing', 'effects'] },
    ],
    ['--check', 'write nothing; fail with a diff if the module is stale'],
    ['--format <format>', 'format of the diagnostics', { choices: DIAGNOSTIC_FORMATS, default: 'pretty' }],
    ['--effects', 'also check hints such as readOnly against the code'],
    ['--timing', 'print how long each phase took'],
    ['--verbose', 'list every location of reports that are summarized'],
  ],
  notes: EXAMPLES,
  async run(options, _words, context) {
    for (const name of options.provider ?? []) await findDialect(name);
    if (!options.watch) return runCodegen(options, context);
    const { watchCodegen } = await import('./watch-codegen.js');
    await watchCodegen(options, context);
  },
};
