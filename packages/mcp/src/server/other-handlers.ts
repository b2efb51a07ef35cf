import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '@toolwright/contract';
import type { ServerOptions } from './server-options.js';

/** Answers the requests that are neither about tools nor about prompts. */
export function handleOthers(server: Server, { handlers = {} }: ServerOptions): void {
  server.fallbackRequestHandler = async ({ method, params }) => {
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (handler === undefined) throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
    // It came as JSON.
    return { ...(await handler((params ?? {}) as JsonObject)) };
  };
}
