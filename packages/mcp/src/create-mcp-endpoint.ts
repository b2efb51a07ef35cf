import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkOptions } from '@toolwright/contract';
import type { WithoutContext } from '@toolwright/tools';
import { Endpoint } from './http/endpoint.js';
import { handleNodeRequest } from './http/handle-node-request.js';
import type { EndpointOptions } from './http/http-options.js';
import { ENDPOINT, readEndpointOptions } from './http/read-http-options.js';
import type { ContextForTools } from './server/context-for.js';
import { createServers, SERVER } from './server/create-servers.js';
import type { ServedTools } from './server/served-tools.js';
import type { ServerOptions } from './server/server-options.js';

/** Options of `createMcpEndpoint`. */
export interface McpEndpointOptions extends ServerOptions, EndpointOptions {}

/** Answers the MCP requests of somebody else's HTTP server. Its functions can be passed on by themselves. */
export interface McpEndpoint {
  /** For Hono, Next.js, Bun, Deno and workers. */
  fetch(request: Request): Promise<Response>;
  /**
   * For Express, Fastify, NestJS and `node:http`.
   * @param parsedBody the body, if the framework has parsed it
   */
  handle(request: IncomingMessage, response: ServerResponse, parsedBody?: unknown): Promise<void>;
  /** Aborts running calls and closes all sessions. Later requests get status 503. */
  close(): Promise<void>;
}

/**
 * Serves a registry's tools and resources to MCP clients, at any path of a server or framework. Without `token` or `verifyToken`, only
 * requests to the loopback interface and to `allowedHosts` are answered.
 * @throws ToolwrightError `INVALID_CONFIG` for invalid options, `MISSING_CONTEXT` if a tool or a resource needs a context and `contextFor` is
 * missing
 */
export function createMcpEndpoint<Tools extends ServedTools>(
  tools: Tools,
  options: McpEndpointOptions & ContextForTools<Tools>,
): McpEndpoint;
export function createMcpEndpoint<Tools extends ServedTools>(tools: WithoutContext<Tools>): McpEndpoint;
export function createMcpEndpoint(tools: ServedTools, options: McpEndpointOptions = {}): McpEndpoint {
  checkOptions(options, { ...SERVER, ...ENDPOINT }, 'createMcpEndpoint');
  const settings = readEndpointOptions(options);
  const endpoint = new Endpoint(
    createServers(tools, options),
    settings,
    settings.publicUrl ?? 'http://localhost',
  );
  return {
    fetch: (request) => endpoint.answer(request),
    // Express passes its function `next`, which is not a body.
    handle: (request, response, body) =>
      handleNodeRequest(endpoint, request, response, typeof body === 'function' ? undefined : body),
    close: () => endpoint.close(),
  };
}
