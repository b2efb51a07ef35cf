import type { McpRequest, McpService, ServedPrompts, ServedTools } from '@toolwright/mcp';
import type { Command } from '../../args/command.js';
import { parsePort } from '../../args/whole-number.js';
import type { CommandContext } from '../../command-context.js';
import { loadContextFor } from '../../load/context-export.js';
import { type ExportKind, hasMethods, loadExport } from '../../load/load-export.js';
import { loadOptional } from '../../load/load-optional.js';
import { REGISTRY_OPTION, registryExport } from '../../load/registry-export.js';
import { userError } from '../../user-error.js';
import { lockCommand } from './lock-command.js';

const EXAMPLES = `
Examples:
  $ toolwright mcp --registry dist/tools.js#registry
  $ toolwright mcp --registry dist/tools.js#registry --prompts dist/p.js#prompts
  $ toolwright mcp --registry dist/tools.js#registry --http 3000

Without --http, it serves one client over standard input and output, and the
tools' own output goes to standard error. With --http, it listens at 127.0.0.1,
and requires TOOLWRIGHT_MCP_TOKEN as the bearer token if that is set.`;

interface McpCommandOptions {
  readonly registry: string;
  readonly prompts?: string;
  readonly context?: string;
  readonly http?: number;
  readonly name: string;
}

export const mcpCommand: Command<McpCommandOptions> = {
  description: 'serve a registry to clients of the Model Context Protocol',
  options: [
    [...REGISTRY_OPTION, { isRequired: true }],
    ['--prompts <module#export>', 'a PromptRegistry, or a function that returns one'],
    ['--context <module#export>', 'the value of context.app, or a function (request) => context'],
    ['--http <port>', 'serve over Streamable HTTP; 0 picks a free port', { parse: parsePort }],
    ['--name <name>', 'the server name that clients see', { default: 'toolwright' }],
  ],
  notes: EXAMPLES,
  commands: { lock: () => lockCommand },
  run: (options, _words, context) => serveTools(options, context),
};

/** Serves a registry until the client disconnects or the process is told to stop. */
async function serveTools(
  { registry, prompts, context, http, name }: McpCommandOptions,
  { io }: CommandContext,
): Promise<void> {
  const { serveMcp } = await loadOptional('@toolwright/mcp', () => import('@toolwright/mcp'));
  const { TOOLWRIGHT_MCP_TOKEN: token } = io.env;
  if (http !== undefined && token?.trim() === '') throw emptyToken();
  let contextFor: (request: McpRequest) => unknown = () => undefined;
  const service = await serveMcp(
    // `registryExport` has checked the methods; the class may come from another copy of the package.
    async () => {
      if (context !== undefined) contextFor = await loadContextFor(context, io.cwd);
      return (await loadExport(registryExport, registry, io.cwd)) as ServedTools;
    },
    {
      name,
      ...(context !== undefined && { contextFor: (request: McpRequest) => contextFor(request) }),
      ...(prompts !== undefined && { prompts: () => loadExport(promptsExport, prompts, io.cwd) }),
      ...(http !== undefined && { http: { port: http, token } }),
    },
  );
  if (service.url !== undefined) io.stderr.write(`Serving at ${service.url}\n`);
  await untilClosed(service);
}

const promptsExport: ExportKind<ServedPrompts> = {
  option: '--prompts',
  example: 'dist/prompts.js#prompts',
  what: 'a PromptRegistry',
  accepts: (value): value is ServedPrompts => hasMethods(value, 'listPrompts', 'render'),
};

function emptyToken(): Error {
  return userError(
    'INVALID_CONFIG',
    'TOOLWRIGHT_MCP_TOKEN is empty.',
    'Set it to a secret, or unset it to serve all clients on this machine.',
  );
}

async function untilClosed(service: McpService): Promise<void> {
  const close = (): void => void service.close();
  for (const signal of SIGNALS) process.once(signal, close);
  await service.closed;
  for (const signal of SIGNALS) process.off(signal, close);
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
