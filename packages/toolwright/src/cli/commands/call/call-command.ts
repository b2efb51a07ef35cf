import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { callTool } from './call-tool.js';

const EXAMPLES = `
Examples:
  $ toolwright call forecast '{"city":"Oslo"}' --registry dist/tools.js#registry
  $ toolwright call forecast '{"city":"Oslo"}' --registry src/tools.ts#create

The result goes to standard output as JSON; progress, logs and what the tool
prints go to standard error. TypeScript works where tsx is installed.`;

export function addCallCommand(program: Command, context: CommandContext): void {
  program
    .command('call')
    .description('call a tool of a registry as a model would: validated, with JSON arguments')
    .argument('<tool>', 'its name in the registry')
    .argument('[json]', 'the arguments, one JSON object by parameter name', '{}')
    .requiredOption('--registry <module#export>', 'a ToolRegistry, or a function that returns one')
    .addHelpText('after', EXAMPLES)
    .action((tool: string, json: string, { registry }: { readonly registry: string }) =>
      callTool(tool, json, registry, context),
    );
}
