import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { type McpCommandOptions, serveTools } from './serve-tools.js';

const EXAMPLES = `
Examples:
  $ toolwright mcp --registry dist/tools.js#registry
  $ toolwright mcp --registry dist/tools.js#registry --prompts dist/prompts.js#prompts
  $ TOOLWRIGHT_MCP_TOKEN=… toolwright mcp --registry dist/tools.js#registry --http 3000

Without --http it serves the one client at the other end of standard input and
output, and what the tools print goes to standard error. With --http it listens
at 127.0.0.1, and wants TOOLWRIGHT_MCP_TOKEN as bearer token where that is set.`;

export function addMcpCommand(program: Command, context: CommandContext): void {
  program
    .command('mcp')
    .description('serve a registry to clients of the Model Context Protocol')
    .requiredOption('--registry <module#export>', 'a ToolRegistry, or a function that returns one')
    .option('--prompts <module#export>', 'a PromptRegistry, or a function that returns one')
    .option('--http <port>', 'serve over Streamable HTTP; 0 for any free port', parsePort)
    .option('--name <name>', 'of the server, for its clients', 'toolwright')
    .addHelpText('after', EXAMPLES)
    .action((options: McpCommandOptions) => serveTools(options, context));
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}
