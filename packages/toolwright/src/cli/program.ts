import { createRedaction } from '@toolwright/contract';
import { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { addCallCommand } from './commands/call/call-command.js';
import { addCodegenCommand } from './commands/codegen/codegen-command.js';
import { addInitCommand } from './commands/init/init-command.js';
import { addListCommand } from './commands/list/list-command.js';
import { addMcpCommand } from './commands/mcp/mcp-command.js';
import { addSchemaCommand } from './commands/schema/schema-command.js';
import { addSessionsCommand } from './commands/sessions/sessions-command.js';
import { readVersion } from './process/version.js';

const EXAMPLES = `
Examples:
  $ toolwright init                 prepare a project
  $ toolwright codegen              write src/toolwright.gen.ts
  $ toolwright codegen --check      fail when it is stale, for CI
  $ toolwright schema forecast      print the schemas of one tool`;

/** The whole command line, its output bound to the context's. Nothing in it ends the process. */
export function createProgram(context: CommandContext): Command {
  const { stdout, stderr, env } = context.io;
  const { redact } = createRedaction({ env });
  const program = new Command('toolwright')
    .description('Makes ordinary TypeScript methods tools that language models can call.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .option('--debug', 'show where errors come from; so does DEBUG=toolwright')
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
  sayWhatIsPossible(program);
  return program;
}

const COMMANDS = [
  addCodegenCommand,
  addListCommand,
  addSchemaCommand,
  addCallCommand,
  addMcpCommand,
  addSessionsCommand,
  addInitCommand,
];

/** After an error in the arguments: what there is to choose from. */
function sayWhatIsPossible(program: Command): void {
  const names = program.commands.map((command) => command.name());
  program.showHelpAfterError(`Commands: ${names.join(', ')}. See toolwright --help.`);
  for (const command of program.commands) {
    const options = command.options.map((option) => option.long);
    const known = options.length > 0 ? `Options: ${options.join(', ')}. ` : '';
    command.showHelpAfterError(`${known}See toolwright ${command.name()} --help.`);
  }
}
