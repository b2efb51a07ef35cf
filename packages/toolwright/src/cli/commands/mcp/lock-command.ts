import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage, formatCount } from '@toolwright/contract';
import type { McpEvent } from '@toolwright/mcp';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { loadOptional } from '../../load/load-optional.js';
import { parsePath } from '../../project/project-options.js';
import { replaceFile } from '../../project/replace-file.js';
import { userError } from '../../user-error.js';
import { SERVER_OPTIONS, type ServerOptions, targetOf } from './server-target.js';

const EXAMPLES = `
Examples:
  $ toolwright mcp lock -- npx --yes @modelcontextprotocol/server-filesystem .
  $ toolwright mcp lock --out docs.lock.json https://example.com/mcp
  $ toolwright mcp lock --check --out docs.lock.json https://example.com/mcp

Pass the file to connectMcp({ lock: 'docs.lock.json' }). Tools that
differ from the lock are then skipped. Write -- before a command that
has its own options.`;

interface LockOptions extends ServerOptions {
  readonly out: string;
  readonly check?: true;
}

/** `toolwright mcp lock`, a subcommand of the command that serves. */
export const lockCommand: Command<LockOptions> = {
  description: 'record the tools of an MCP server, so that changes are noticed',
  parameters: [['<server...>', 'a URL, or a command with its arguments']],
  options: [
    ['-o, --out <file>', 'the lock file', { default: 'mcp.lock.json', parse: parsePath }],
    ['--check', 'write nothing; exit with 1 if the server no longer matches the file'],
    ...SERVER_OPTIONS,
  ],
  notes: EXAMPLES,
  run: (options, server, context) => lockServer(server, options, context),
};

async function lockServer(
  server: readonly string[],
  { out, check, ...options }: LockOptions,
  { io, setExitCode }: CommandContext,
): Promise<void> {
  const { connectMcp } = await loadOptional('@toolwright/mcp', () => import('@toolwright/mcp'));
  const { readLock, writeLock } = await import('@toolwright/json-schema');
  const onEvent = (event: McpEvent): void => {
    if (event.type === 'warning') io.stderr.write(`Skipped: ${event.message}\n`);
  };
  const connection = await connectMcp({ ...targetOf(server, options, io), onEvent, reconnect: false });
  const lock = connection.toLock();
  await connection.close();
  const file = path.resolve(io.cwd, out);
  if (check !== true) {
    await replaceFile(file, writeLock(lock), out);
    io.stdout.write(`Wrote ${out} with ${formatCount(lock.tools.length, 'tool')}.\n`);
    return;
  }
  const { changesBetween } = await import('../../contract/changes-between.js');
  const changes = changesBetween(readLock(await readText(file, out), out), lock);
  if (changes.length === 0) {
    io.stdout.write(`${out} matches: ${formatCount(lock.tools.length, 'tool')}.\n`);
    return;
  }
  io.stderr.write(
    `${changes.join('\n')}\n${out} does not match. Run the command without --check if the changes are intended.\n`,
  );
  setExitCode(1);
}

async function readText(file: string, shown: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw userError(
      'INVALID_CONFIG',
      `${shown} cannot be read: ${errorMessage(error)}.`,
      'Run the command without --check.',
      error,
    );
  }
}
