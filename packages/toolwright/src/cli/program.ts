import { createRedaction } from '@toolwright/redaction';
import { Command, CommanderError } from 'commander';
import type { CommandContext } from './command-context.js';
import { addCallCommand } from './commands/call/call-command.js';
import { addCodegenCommand } from './commands/codegen/codegen-command.js';
import { addDevCommand } from './commands/dev/dev-command.js';
import { addDiffCommand } from './commands/diff/diff-command.js';
import { addDocsCommand } from './commands/docs/docs-command.js';
import { addEffectsCommand } from './commands/effects/effects-command.js';
import { addInitCommand } from './commands/init/init-command.js';
import { addLintCommand } from './commands/lint/lint-command.js';
import { addListCommand } from './commands/list/list-command.js';
import { addLockCommand } from './commands/lock/lock-command.js';
import { addMcpCommand } from './commands/mcp/mcp-command.js';
import { addMigrateCommand } from './commands/migrate/migrate-command.js';
import { addRunsCommand } from './commands/runs/runs-command.js';
import { addSchemaCommand } from './commands/schema/schema-command.js';
import { addSessionsCommand } from './commands/sessions/sessions-command.js';
import { readVersion } from './process/version.js';
import { addDialectAlias } from './project/provider-option.js';

const EXAMPLES = `
Examples:
  $ toolwright init                 set up a project
  $ toolwright codegen              write src/toolwright.gen.ts
  $ toolwright codegen --check      fail if it is stale, for CI
  $ toolwright schema forecast      print the schemas of one tool`;

/** The exit code for wrong arguments. Failures of the command itself exit with 1. */
const USAGE_ERROR = 2;

/** Runs a command line. Commander prints its own errors; it also throws after --help and --version. */
export async function runProgram(args: readonly string[], context: CommandContext): Promise<void> {
  try {
    await createProgram(context).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    context.setExitCode(error.exitCode === 0 ? 0 : USAGE_ERROR);
  }
}

/** The whole command line. It writes to the streams of the context and never ends the process. */
export function createProgram(context: CommandContext): Command {
  const { stdout, stderr, env } = context.io;
  const { redact } = createRedaction({ env });
  const program = new Command('toolwright')
    .description('Turns ordinary TypeScript methods into tools that language models can call.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .option('--debug', 'print stacks and causes of errors, as DEBUG=toolwright does')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(redact(text)),
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  for (const addCommand of COMMANDS) addCommand(program, context);
  addDialectAlias(program);
  listChoicesAfterErrors(program);
  return program;
}

const COMMANDS = [
  addCodegenCommand,
  addListCommand,
  addLintCommand,
  addDocsCommand,
  addSchemaCommand,
  addLockCommand,
  addDiffCommand,
  addEffectsCommand,
  addMigrateCommand,
  addCallCommand,
  addMcpCommand,
  addDevCommand,
  addRunsCommand,
  addSessionsCommand,
  addInitCommand,
];

/** Lists commands or options after an error in the arguments. */
function listChoicesAfterErrors(program: Command): void {
  const names = program.commands.map((command) => command.name());
  program.showHelpAfterError(`Commands: ${names.join(', ')}. See toolwright --help.`);
  for (const command of program.commands) {
    const options = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long);
    const known = options.length > 0 ? `Options: ${options.join(', ')}. ` : '';
    command.showHelpAfterError(`${known}See toolwright ${command.name()} --help.`);
  }
}
