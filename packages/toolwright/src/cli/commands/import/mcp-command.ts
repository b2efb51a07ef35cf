import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { formatCount, visibleLine } from '@toolwright/contract';
import type { McpEvent } from '@toolwright/mcp';
import type { Command } from '../../args/command.js';
import { parseCount } from '../../args/whole-number.js';
import type { CommandContext } from '../../command-context.js';
import { loadOptional } from '../../load/load-optional.js';
import { parsePath } from '../../project/project-options.js';
import { SERVER_OPTIONS, type ServerOptions, targetOf } from '../mcp/server-target.js';
import { hasHeadOf, writeOwnFiles } from './write-own-file.js';

const EXAMPLES = `
Examples:
  $ toolwright import mcp --out src/docs.ts https://example.com/mcp
  $ toolwright import mcp --out src/files.ts -- \\
      npx --yes @modelcontextprotocol/server-filesystem .
  $ toolwright import mcp --out src/base.ts --env API_KEY -- npx some-server
  $ toolwright import mcp --out src/docs.ts --check https://example.com/mcp

Writes a class whose methods call the tools of a server, and beside it a lock
(src/docs.lock.json) for connectMcp({ lock }). Write -- before a command that
has its own options. With --check, writes nothing, and exits with 1 if the
tools of the server have changed.`;

interface McpOptions extends ServerOptions {
  readonly out: string;
  readonly check?: true;
  readonly force?: true;
  readonly maxTools?: number;
}

/** `toolwright import mcp`. */
export const mcpCommand: Command<McpOptions> = {
  description: 'write a typed client for the tools of an MCP server',
  parameters: [['<server...>', 'a URL, or a command with its arguments']],
  options: [
    ['-o, --out <file>', 'the file to write', { isRequired: true, parse: parsePath }],
    ['--check', 'write nothing; exit with 1 if the tools have changed'],
    ['--force', 'replace files that this command did not write'],
    ['--max-tools <number>', 'the longest list of tools (default: 2000)', { parse: parseCount }],
    ...SERVER_OPTIONS,
  ],
  notes: EXAMPLES,
  run: (options, server, context) => importServer(server, options, context),
};

async function importServer(
  server: readonly string[],
  { out, check, force, maxTools, ...options }: McpOptions,
  { io, setExitCode }: CommandContext,
): Promise<void> {
  const { connectMcp } = await loadOptional(
    '@toolwright/mcp',
    () => import('@toolwright/mcp'),
    'npm install',
    io.cwd,
  );
  const { printMcpClient } = await loadOptional(
    '@toolwright/import',
    () => import('@toolwright/import'),
    'npm install',
    io.cwd,
  );
  const { readLock, writeLock } = await import('@toolwright/json-schema');
  const onEvent = (event: McpEvent): void => {
    if (event.type === 'warning') io.stderr.write(`${visibleLine(`Skipped: ${event.message}`)}\n`);
  };
  const connection = await connectMcp({
    ...targetOf(server, options, io),
    onEvent,
    reconnect: false,
    maxTools,
  });
  const lock = connection.toLock();
  const { name } = connection.server;
  await connection.close();
  const { text, losses } = printMcpClient(name, lock);
  const lockFile = `${out.replace(/\.[mc]?ts$/, '')}.lock.json`;
  const tools = formatCount(lock.tools.length, 'tool');
  if (check === true) {
    const [ownText, ownLock] = [out, lockFile].map((file) => findText(path.resolve(io.cwd, file)));
    const { changesBetween } = await import('../../contract/changes-between.js');
    const changes = ownLock === undefined ? [] : changesBetween(readLock(ownLock, lockFile), lock);
    if (ownText === text && ownLock !== undefined && changes.length === 0) {
      io.stdout.write(`${out} matches: ${tools}.\n`);
      return;
    }
    const advice = `${out} does not match the server. Run the command without --check if the changes are intended.`;
    io.stderr.write(`${[...changes, advice].join('\n')}\n`);
    setExitCode(1);
    return;
  }
  for (const { path: place, keyword, what } of losses)
    io.stderr.write(`${visibleLine(`lost: ${place}: \`${keyword}\` ${what}`)}\n`);
  const isLock = (current: string): boolean => {
    try {
      readLock(current, lockFile);
      return true;
    } catch {
      return false;
    }
  };
  await writeOwnFiles(io.cwd, force === true, [
    { shown: out, text, isOwn: hasHeadOf(text) },
    { shown: lockFile, text: writeLock(lock), isOwn: isLock },
  ]);
  io.stdout.write(`Wrote ${out} with ${tools}, and ${lockFile}.\n`);
}

function findText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined;
}
