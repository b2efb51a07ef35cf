import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { findDialect } from '../../load/find-dialect.js';
import { splitNames } from '../../project/provider-option.js';
import { addProjectOptions } from '../../project/read-tools.js';
import { type CodegenOptions, isModuleName } from './codegen-options.js';
import { DIAGNOSTIC_FORMATS } from './print-report.js';
import { runCodegen } from './run-codegen.js';
import { watchCodegen } from './watch-codegen.js';

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

Codegen never runs the code of the project, and writes nothing after errors.
It stores results in node_modules/.cache/toolwright, so an unchanged project
takes almost no time. Exit codes: 0; 1 after errors or if --check finds a stale
file; 2 if the arguments are wrong.`;

export function addCodegenCommand(program: Command, context: CommandContext): void {
  addProjectOptions(program.command('codegen'))
    .description('read the tools of a project and write the module that describes them')
    .option('-o, --out <file>', 'the module to write (default: "src/toolwright.gen.ts")', parseModule)
    .option('--validators', 'also write validators as code, so that programs need no AJV')
    .option('--provider <names>', 'report what these providers lose or refuse', splitNames)
    .addOption(
      new Option('-w, --watch', 'run again after each change, until Ctrl+C').conflicts([
        'check',
        'format',
        'timing',
        'effects',
      ]),
    )
    .option('--check', 'write nothing; fail with a diff if the module is stale')
    .addOption(
      new Option('--format <format>', 'format of the diagnostics')
        .choices(DIAGNOSTIC_FORMATS)
        .default('pretty'),
    )
    .option('--effects', 'also check hints such as readOnly against the code')
    .option('--timing', 'print how long each phase took')
    .option('--verbose', 'list every place of reports that are summarized')
    .addHelpText('after', EXAMPLES)
    .action(async (options: CodegenOptions) => {
      for (const name of options.provider ?? []) await findDialect(name);
      await (options.watch ? watchCodegen(options, context) : runCodegen(options, context));
    });
}

function parseModule(file: string): string {
  if (isModuleName(file)) return file;
  throw new InvalidArgumentError('Name a file that ends in .ts, .mts, .cts, .js, .mjs or .cjs.');
}
