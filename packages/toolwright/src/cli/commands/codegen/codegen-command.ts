import { type Command, Option } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { addProjectOptions } from '../../project/project-options.js';
import type { CodegenOptions } from './codegen-options.js';
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
  $ toolwright codegen --validators

Results are kept in node_modules/.cache/toolwright: an unchanged project takes
no time. It never runs the project's code. After errors nothing is written.
Exit codes: 0, 1 after errors or when --check finds a stale file, 2 when the
arguments make no sense.`;

export function addCodegenCommand(program: Command, context: CommandContext): void {
  addProjectOptions(program.command('codegen'))
    .description('read the tools of a project and write the module that describes them')
    .option('-o, --out <file>', 'the module to write, from the project (default: "src/toolwright.gen.ts")')
    .option(
      '--validators',
      'also write validators as code: no AJV, no compiling, no generated code at run time',
    )
    .option('--provider <names>', 'report what these lose or refuse: openai-strict,gemini,…', splitNames)
    .option('-w, --watch', 'run again whenever the project changes, until Ctrl+C')
    .option('--check', 'write nothing; fail with a diff when the module is stale')
    .addOption(
      new Option('--format <format>', 'of the diagnostics').choices(DIAGNOSTIC_FORMATS).default('pretty'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (options: CodegenOptions) => {
      await (options.watch ? watchCodegen(options, context) : runCodegen(options, context));
    });
}

function splitNames(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}
