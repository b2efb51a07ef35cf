import { describeUnknown, type JsonObject, ToolwrightError } from '@toolwright/contract';
import type { CommandContext } from '../../command-context.js';
import { type CallableRegistry, loadRegistry } from '../../load/load-registry.js';
import { redirectConsole } from '../../process/redirect-console.js';
import { parseJsonObject } from '../../project/json-object.js';

/**
 * Calls a tool as a model would, and prints its result as JSON.
 * @param reference The registry, as `module#export`.
 * @throws ToolwrightError `UNKNOWN_TOOL`, `INVALID_ARGUMENTS`, `TOOL_FAILED`, or what is wrong with the arguments or the registry.
 */
export async function callTool(
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
    requireValid(tool, args, registry);
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

function requireValid(tool: string, args: JsonObject, registry: CallableRegistry): void {
  const checked = registry.validate?.(tool, JSON.stringify(args));
  if (checked?.ok === false)
    throw new ToolwrightError('INVALID_ARGUMENTS', checked.message, { blame: 'user' });
}

function requireTool(name: string, registry: CallableRegistry): void {
  const names = registry.listTools().map((tool) => tool.name);
  if (names.includes(name)) return;
  const { problem, hint } = describeUnknown('Tool', name, names);
  throw new ToolwrightError('UNKNOWN_TOOL', problem, { blame: 'user', hint });
}
