import { ToolwrightError } from '@toolwright/contract';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { parseJsonObject } from './json-object.js';
import { type CallableRegistry, loadRegistry } from './load-registry.js';
import { redirectConsole } from './redirect-console.js';

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

async function callTool(
  tool: string,
  json: string,
  reference: string,
  { io }: CommandContext,
): Promise<void> {
  const args = parseJsonObject(json);
  const restoreConsole = redirectConsole(io.stderr);
  try {
    const registry = await loadRegistry(reference, io.cwd);
    requireTool(tool, registry);
    const say = (what: string, value: unknown) => io.stderr.write(`${what}: ${JSON.stringify(value)}\n`);
    const { result, error } = await registry.execute(tool, args, {
      onProgress: (progress) => say('progress', progress),
      onLog: (message, data) => (data === undefined ? io.stderr.write(`${message}\n`) : say(message, data)),
    });
    if (error !== null) throw new ToolwrightError('TOOL_FAILED', error, { blame: 'tool' });
    io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } finally {
    restoreConsole();
  }
}

function requireTool(name: string, registry: CallableRegistry): void {
  const names = registry.listTools().map((tool) => tool.name);
  if (names.includes(name)) return;
  throw new ToolwrightError('UNKNOWN_TOOL', `No tool '${name}' in the registry.`, {
    blame: 'user',
    hint: names.length > 0 ? `Available: ${names.join(', ')}.` : 'Nothing is registered in it.',
  });
}
