import { defineCommand } from '../../args/command.js';
import { parseCount } from '../../args/whole-number.js';
import { SOURCE_OPTIONS } from '../../project/project-options.js';
import { PROVIDER_NAMES } from '../../project/provider-option.js';
import { DIAGNOSTIC_FORMATS } from '../codegen/print-report.js';
import { FAIL_ON } from './lint-config.js';
import { type LintCommandOptions, runLint } from './run-lint.js';

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

export const lintCommand = defineCommand<LintCommandOptions>({
  description: 'check what models read of the tools, and count its tokens',
  options: [
    ...SOURCE_OPTIONS,
    ['--provider <names>', 'count the form of these (default: openai,anthropic,gemini)', PROVIDER_NAMES],
    ['--budget <tokens>', 'fail if all tools together take more', { parse: parseCount }],
    ['--tool-budget <tokens>', 'fail if a tool takes more', { parse: parseCount }],
    ['--fail-on <severity>', 'exit with 1 from this severity on (default: error)', { choices: FAIL_ON }],
    ['--format <format>', 'format of the findings', { choices: DIAGNOSTIC_FORMATS, default: 'pretty' }],
    ['--verbose', 'list the tokens of all tools, not only of the largest'],
  ],
  notes: EXAMPLES,
  run: (options, _words, context) => runLint(options, context),
});
