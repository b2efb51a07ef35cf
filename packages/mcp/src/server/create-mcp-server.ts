import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { JsonObject } from '@toolwright/contract';
import { handlePrompts } from './prompt-handlers.js';
import type { ServedTools } from './served-tools.js';
import type { ServerOptions } from './server-options.js';
import { handleTools } from './tool-handlers.js';

/**
 * Creates a server of the official SDK for one client, without connecting it.
 * Closing it removes its listeners from the registries.
 */
export function createMcpServer(tools: ServedTools, options: ServerOptions = {}): Server {
  const { name = 'toolwright', version = '0.0.0', title, instructions, prompts, capabilities } = options;
  const server = new Server(
    { name, version, ...(title === undefined ? {} : { title }) },
    {
      capabilities: {
        ...capabilities,
        tools: { listChanged: tools.onChange !== undefined },
        logging: {},
        ...(prompts === undefined ? {} : { prompts: { listChanged: prompts.onChange !== undefined } }),
      },
      ...(instructions === undefined ? {} : { instructions }),
      debouncedNotificationMethods: [
        'notifications/tools/list_changed',
        'notifications/prompts/list_changed',
      ],
      jsonSchemaValidator: sharedValidator(),
    },
  );
  handleTools(server, tools, options);
  handleOthers(server, options);
  if (prompts !== undefined) handlePrompts(server, prompts, options);
  const announce = (send: () => Promise<void>): void => {
    if (server.transport === undefined) return;
    send().catch((error) => server.onerror?.(toError(error)));
  };
  const endings = [
    tools.onChange?.(() => announce(() => server.sendToolListChanged())),
    prompts?.onChange?.(() => announce(() => server.sendPromptListChanged())),
  ];
  server.onclose = () => {
    for (const end of endings) end?.();
  };
  return server;
}

/** Answers requests other than those for tools and prompts. */
function handleOthers(server: Server, { handlers = {} }: ServerOptions): void {
  server.fallbackRequestHandler = async ({ method, params }) => {
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (handler === undefined) throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
    // Parsed from JSON.
    return { ...(await handler((params ?? {}) as JsonObject)) };
  };
}

let validator: AjvJsonSchemaValidator | undefined;

/** All sessions share one: creating an AJV instance takes longer than most calls. */
function sharedValidator(): AjvJsonSchemaValidator {
  validator ??= new AjvJsonSchemaValidator();
  return validator;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
