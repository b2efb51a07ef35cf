import type { CommandContext } from '../command-context.js';
import type { OutputStream } from '../process/cli-io.js';
import { readVersion } from '../process/version.js';
import type { Command } from './command.js';
import { isGlobalFlag, parseFlags } from './option-flags.js';
import { readOptions } from './read-options.js';
import { UsageError } from './usage-error.js';

/** The exit code for wrong arguments. If the command itself fails, the exit code is 1. */
const USAGE_ERROR = 2;

/** A command and the words that lead to it, e.g. `toolwright mcp lock`. */
interface Found {
  readonly command: Command;
  readonly path: string;
  /** The words after the path. */
  readonly args: readonly string[];
}

/** Runs the command that the words name. Prints its help or version if requested, or explains what is wrong with the words. */
export async function runCommand(
  program: Command,
  args: readonly string[],
  context: CommandContext,
): Promise<void> {
  const found = await findCommand({ command: program, path: 'toolwright', args });
  const { command, path } = found;
  const { stdout, stderr, env } = context.io;
  try {
    const read = readOptions(command, path, found.args);
    if (read === 'help') await printHelp(found, stdout);
    else if (read === 'version') stdout.write(`${readVersion()}\n`);
    // The values were parsed as the command declares them.
    else if (command.run !== undefined) await command.run(read.options as never, read.words, context);
    else {
      await printHelp(found, stderr);
      context.setExitCode(USAGE_ERROR);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { createRedaction } = await import('@toolwright/redaction');
    const { redact } = createRedaction({ env });
    stderr.write(redact(`error: ${error.message}\n${choicesOf(command)}See ${path} --help.\n`));
    context.setExitCode(USAGE_ERROR);
  }
}

/** Finds the command. `help` before a command's name means its option `--help`. Package runners may pass `--` before the name. */
async function findCommand({ command, path, args }: Found): Promise<Found> {
  const at = args.findIndex((word) => word !== '--' && !isGlobalFlag(word));
  const name = args[at] ?? '';
  const others = args.toSpliced(at, 1);
  if (name === 'help' && command.run === undefined)
    return findCommand({ command, path, args: [...others, '--help'] });
  const { commands = {} } = command;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) return { command, path, args };
  return findCommand({ command: await load(), path: `${path} ${name}`, args: others });
}

async function printHelp({ command, path }: Found, stream: OutputStream): Promise<void> {
  const { helpText } = await import('./help-text.js');
  stream.write(await helpText(command, path, stream.columns));
}

function choicesOf({ commands, options = [], run }: Command): string {
  if (commands !== undefined && run === undefined) return `Commands: ${Object.keys(commands).join(', ')}. `;
  const names = options.map((option) => `--${parseFlags(option).name}`);
  return names.length > 0 ? `Options: ${names.join(', ')}. ` : '';
}
