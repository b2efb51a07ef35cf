import path from 'node:path';
import type { Diagnostic, Directory, LintRun, Severity } from '@toolwright/codegen';
import { isToolwrightError, wantsColor } from '@toolwright/contract';
import type { Command } from '../../args/command.js';
import { parseCount } from '../../args/whole-number.js';
import type { CommandContext } from '../../command-context.js';
import { findDialect } from '../../load/find-dialect.js';
import { loadCodegen } from '../../load/load-optional.js';
import type { CodegenModule } from '../../process/cli-io.js';
import { PROVIDER_NAMES, type ProjectOptions, SOURCE_OPTIONS } from '../../project/project-options.js';
import { NO_TOOLS } from '../../project/read-project.js';
import { DIAGNOSTIC_FORMATS, type Format, summary } from '../codegen/print-report.js';
import { type CountTokens, ENCODING, loadTokenizer } from './count-tokens.js';
import { DIRECTORIES, FAIL_ON, type FailOn, type LintConfig, readLintConfig } from './lint-config.js';
import { tokenTable } from './token-table.js';

const EXAMPLES = `
Examples:
  $ toolwright lint
  $ toolwright lint --budget 8000 --tool-budget 600
  $ toolwright lint --fail-on warning --format github
  $ toolwright lint --provider openai,mcp --format json
  $ toolwright lint --directory anthropic openai

Counts the tokens of each tool with gpt-tokenizer, and checks the text that
models read: descriptions, names, prompts, handoffs. The defaults of the options
come from package.json: "toolwright": { "lint": { "providers": ["openai"],
"budget": { "tool": 600, "registry": 8000 }, "failOn": "warning" } }. A tag in
the JSDoc silences a diagnostic: @lintIgnore TW5003 the reason. Exit codes: 0;
1 after diagnostics as set by --fail-on; 2 if the arguments are invalid.`;

export const lintCommand: Command<LintCommandOptions> = {
  description: 'check the text that models read about the tools, and count its tokens',
  options: [
    ...SOURCE_OPTIONS,
    ['--provider <names>', 'count tokens for these (default: openai,anthropic,gemini)', PROVIDER_NAMES],
    ['--budget <tokens>', 'fail if all tools together take more', { parse: parseCount }],
    ['--tool-budget <tokens>', 'fail if a tool takes more', { parse: parseCount }],
    ['--directory <names...>', 'list tools that these would refuse', { choices: DIRECTORIES }],
    ['--fail-on <severity>', 'exit with 1 at this severity or above (default: error)', { choices: FAIL_ON }],
    ['--format <format>', 'format of the diagnostics', { choices: DIAGNOSTIC_FORMATS, default: 'pretty' }],
    ['--verbose', 'list the tokens of all tools, not only of the largest'],
  ],
  notes: EXAMPLES,
  run: (options, _words, context) => runLint(options, context),
};

const DEFAULT_PROVIDERS = ['openai', 'anthropic', 'gemini'];

/** The options of `toolwright lint`. */
interface LintCommandOptions extends ProjectOptions {
  readonly provider?: readonly string[];
  readonly budget?: number;
  readonly toolBudget?: number;
  readonly failOn?: FailOn;
  readonly directory?: readonly Directory[];
  readonly format: Format;
  readonly verbose?: true;
}

/** Runs lint once, and prints the results. */
async function runLint(options: LintCommandOptions, context: CommandContext): Promise<void> {
  const { io, setExitCode } = context;
  const { project = 'tsconfig.json', include, exclude } = options;
  const config = readLintConfig(path.resolve(io.cwd, project));
  const settings = await settingsOf(options, config);
  io.expectShortRun();
  const codegen = await loadCodegen(io);
  const countTokens = await findTokenizer(settings, context);
  const { failOn, ...asked } = settings;
  const run = await codegen.lint({ cwd: io.cwd, project, include, exclude, ...asked, countTokens });
  await printRun(run, codegen, options, context);
  if (run.diagnostics.some(({ severity }) => fails(severity, failOn))) setExitCode(1);
}

interface LintSettings {
  readonly providers: readonly string[];
  readonly budget: { readonly tool?: number | undefined; readonly registry?: number | undefined };
  readonly failOn: FailOn;
  readonly directories: readonly Directory[];
}

/** Merges the settings. The command line takes precedence over package.json. */
async function settingsOf(options: LintCommandOptions, config: LintConfig): Promise<LintSettings> {
  const providers = options.provider ?? config.providers ?? DEFAULT_PROVIDERS;
  for (const name of providers) await findDialect(name);
  return {
    providers,
    budget: {
      tool: options.toolBudget ?? config.budget?.tool,
      registry: options.budget ?? config.budget?.registry,
    },
    failOn: options.failOn ?? config.failOn ?? 'error',
    directories: options.directory ?? config.directories ?? [],
  };
}

/** Loads the tokenizer, which is required only for a budget; without it, all other checks still run. */
async function findTokenizer(
  { budget }: LintSettings,
  { io }: CommandContext,
): Promise<CountTokens | undefined> {
  try {
    return await loadTokenizer(io);
  } catch (error) {
    if (!isToolwrightError(error) || error.code !== 'MISSING_PACKAGE') throw error;
    if (budget.tool !== undefined || budget.registry !== undefined) throw error;
    io.stderr.write(`Tokens are not counted: gpt-tokenizer is not installed. ${error.hint ?? ''}\n`);
    return undefined;
  }
}

async function printRun(
  run: LintRun,
  codegen: CodegenModule,
  { format, verbose }: LintCommandOptions,
  { io }: CommandContext,
): Promise<void> {
  const { diagnostics, projectDir, tools, totals } = run;
  if (format === 'json') {
    const found: unknown = JSON.parse(await codegen.printDiagnostics(diagnostics, { format }));
    const report = { encoding: ENCODING, tools, totals, diagnostics: found };
    io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  const stream = format === 'pretty' ? io.stderr : io.stdout;
  const color = wantsColor(stream, io.env);
  const text = await codegen.printDiagnostics(diagnostics, { format, color, projectDir, cwd: io.cwd });
  if (format !== 'pretty') {
    if (text !== '') stream.write(`${text}\n`);
    return;
  }
  if (tools.length === 0) io.stderr.write(NO_TOOLS);
  io.stdout.write(tokenTable(run, verbose === true));
  if (text !== '') stream.write(`${text}\n`);
  stream.write(`${text === '' ? '' : '\n'}${closing(diagnostics)}\n`);
}

function closing(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.length === 0 ? 'No findings.' : summary(diagnostics);
}

const RANKS: Readonly<Record<Severity | 'never', number>> = { info: 0, warning: 1, error: 2, never: 3 };

function fails(severity: Severity, failOn: FailOn): boolean {
  return RANKS[severity] >= RANKS[failOn];
}
