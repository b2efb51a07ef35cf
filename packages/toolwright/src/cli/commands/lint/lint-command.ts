import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { findDialect } from '../../load/find-dialect.js';
import { splitNames } from '../../project/provider-option.js';
import { addSourceOptions } from '../../project/read-tools.js';
import { DIAGNOSTIC_FORMATS } from '../codegen/print-report.js';
import { FAIL_ON } from './lint-config.js';
import type { LintCommandOptions } from './lint-options.js';
import { runLint } from './run-lint.js';

const EXAMPLES = `
Examples:
  $ toolwright lint
  $ toolwright lint --budget 8000 --tool-budget 600
  $ toolwright lint --fail-on warning --format github
  $ toolwright lint --provider openai,mcp --format json

Counts the tokens of each tool with gpt-tokenizer, and checks the texts that
models read: descriptions, names, prompts, handoffs. The defaults of the options
come from package.json: "toolwright": { "lint": { "providers": ["openai"],
"budget": { "tool": 600, "registry": 8000 }, "failOn": "warning" } }. A tag in
the JSDoc silences a finding: @lintIgnore TW5003 the reason. Exit codes: 0; 1
after findings that --fail-on names; 2 if the arguments are wrong.`;

export function addLintCommand(program: Command, context: CommandContext): void {
  addSourceOptions(program.command('lint'))
    .description('check what models read of the tools, and count its tokens')
    .option('--provider <names>', 'whose form is counted (default: openai,anthropic,gemini)', splitNames)
    .option('--budget <tokens>', 'fail if all tools together take more', parseTokens)
    .option('--tool-budget <tokens>', 'fail if a tool takes more', parseTokens)
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 from this severity on (default: error)').choices(
        FAIL_ON,
      ),
    )
    .addOption(
      new Option('--format <format>', 'format of the findings').choices(DIAGNOSTIC_FORMATS).default('pretty'),
    )
    .option('--verbose', 'list the tokens of all tools, not only of the largest')
    .addHelpText('after', EXAMPLES)
    .action(async (options: LintCommandOptions) => {
      for (const name of options.provider ?? []) await findDialect(name);
      await runLint(options, context);
    });
}

function parseTokens(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number above 0.');
}
