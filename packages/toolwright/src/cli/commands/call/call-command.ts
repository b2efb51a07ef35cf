import {
  developerErrorOf,
  errorMessage,
  findTool,
  type JsonObject,
  ToolwrightError,
  unknownTool,
} from '@toolwright/contract';
import { maskOutcome, maskSecretsIn } from '@toolwright/redaction';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { CONTEXT_OPTION, loadContext } from '../../load/context-export.js';
import { loadExport } from '../../load/load-export.js';
import { type CallableRegistry, REGISTRY_OPTION, registryExport } from '../../load/registry-export.js';
import { redirectConsole } from '../../process/redirect-console.js';
import { userError } from '../../user-error.js';

const EXAMPLES = `
Examples:
  $ toolwright call forecast '{"city":"Oslo"}' --registry dist/tools.js#registry
  $ toolwright call forecast '{"city":"Oslo"}' --registry src/tools.ts#create
  $ toolwright call orders --registry dist/tools.js#registry \\
      --context dist/context.js#testUser

The result is written to standard output as JSON. Progress, logs and the tool's
own output go to standard error. TypeScript modules require tsx in the project,
or Node.js 22.18 if they have no decorators.`;

interface CallCommandOptions {
  readonly registry: string;
  readonly context?: string;
}

export const callCommand: Command<CallCommandOptions> = {
  description: 'call a tool as a model would, with validated JSON arguments',
  parameters: [
    ['<tool>', 'its name in the registry'],
    ['[json]', 'the arguments, a JSON object with the parameter names as keys (default: "{}")'],
  ],
  options: [[...REGISTRY_OPTION, { isRequired: true }], CONTEXT_OPTION],
  notes: EXAMPLES,
  run: (options, [tool = '', json = '{}'], context) => callTool(tool, json, options, context),
};

/** @throws ToolwrightError for an unknown tool, invalid arguments, an invalid registry, or a tool that fails */
async function callTool(
  tool: string,
  json: string,
  options: CallCommandOptions,
  { io }: CommandContext,
): Promise<void> {
  const written = parseArguments(json);
  const restoreConsole = redirectConsole(io.stderr);
  try {
    const registry = await loadExport(registryExport, options.registry, io.cwd);
    const context = await loadContext(options.context, io.cwd);
    // Masked as for a model. By now, the modules have declared their secrets.
    const args = maskSecretsIn(written);
    checkCall(tool, args, registry, context);
    const say = (what: string, value: unknown) => io.stderr.write(`${what}: ${JSON.stringify(value)}\n`);
    const outcome = await registry.execute(tool, args, {
      context,
      onProgress: (progress) => say('progress', progress),
      onLog: (message, data) => (data === undefined ? io.stderr.write(`${message}\n`) : say(message, data)),
    });
    const mistake = developerErrorOf(outcome);
    if (mistake !== undefined) throw mistake;
    const { result, error } = maskOutcome(outcome);
    if (error !== null) throw new ToolwrightError('TOOL_FAILED', error, { blame: 'tool' });
    io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } finally {
    restoreConsole();
  }
}

function checkCall(tool: string, args: JsonObject, registry: CallableRegistry, context: unknown): void {
  const tools = registry.listTools();
  const found = findTool(tools, tool);
  if (found === undefined) throw unknownTool(tool, tools);
  if (found.needsContext && context === undefined) {
    const hint = 'Pass the module that exports the context: --context dist/context.js#context.';
    throw userError('MISSING_CONTEXT', `'${tool}' needs a context.`, hint);
  }
  const checked = registry.validate?.(tool, JSON.stringify(args));
  if (checked?.ok === false) throw userError('INVALID_ARGUMENTS', checked.message);
}

function parseArguments(text: string): JsonObject {
  const hint = `Pass them as one JSON object in quotes, e.g. '{"city":"Oslo"}'.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw userError('MALFORMED_ARGUMENTS', `The arguments are not JSON: ${errorMessage(error)}`, hint, error);
  }
  const kind = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
  if (kind === 'a object') return value as JsonObject; // JSON.parse returns JSON, and this is an object
  throw userError(
    'MALFORMED_ARGUMENTS',
    `The arguments must be an object with the parameter names as keys, not ${kind}.`,
    hint,
  );
}
