import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeMcpRequestHandler, toNodeHandler } from '@modelcontextprotocol/node';
import { classifyInboundRequest, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { McpServers } from '../server/create-mcp-server.js';
import type { HttpSettings } from './http-options.js';
import { refuseParamHeaders } from './param-headers.js';
import { refuse } from './refuse-request.js';

/** Handles requests of revision 2026-07-28 and later, which are stateless. */
export class ModernRequests {
  readonly #servers: McpServers;
  readonly #handler: McpHttpHandler;
  readonly #serve: NodeMcpRequestHandler;
  readonly #unfollow: () => void;

  constructor(servers: McpServers, { maxBodyBytes, maxSessions }: HttpSettings) {
    this.#servers = servers;
    this.#handler = createMcpHandler(() => servers.create(), {
      legacy: 'reject',
      maxRequestBodySize: maxBodyBytes,
      maxSubscriptions: maxSessions,
    });
    this.#serve = toNodeHandler(this.#handler, { maxRequestBodySize: maxBodyBytes });
    this.#unfollow = servers.follow({
      onTools: () => this.#handler.notify.toolsChanged(),
      onPrompts: () => this.#handler.notify.promptsChanged(),
      onResources: () => this.#handler.notify.resourcesChanged(),
      onResource: (uri) => this.#handler.notify.resourceUpdated(uri),
    });
  }

  /** Whether a request belongs to these revisions, even if it is invalid. */
  claims({ method = 'GET', headers }: IncomingMessage, body?: unknown): boolean {
    if (method !== 'POST') return text(headers['mcp-protocol-version']) >= '2026-07-28';
    const { kind } = classifyInboundRequest({
      httpMethod: method,
      ...given('protocolVersionHeader', headers['mcp-protocol-version']),
      ...given('mcpMethodHeader', headers['mcp-method']),
      ...given('mcpNameHeader', headers['mcp-name']),
      body,
    });
    // An invalid request with a session id belongs to an older revision.
    return kind === 'modern' || (kind === 'reject' && headers['mcp-session-id'] === undefined);
  }

  async handle(request: IncomingMessage, response: ServerResponse, body?: unknown): Promise<void> {
    const { method, params, id } = Object(body);
    if (method === 'tools/call') {
      const { handlers } = this.#servers;
      const { name, arguments: given } = Object(params);
      const tool = String(name);
      const args = handlers.presentArguments(tool, given);
      const refusal = refuseParamHeaders(handlers.findInputSchema(tool), args, request.headers);
      if (refusal !== undefined) return refuse(response, { ...refusal, id });
    }
    // The SDK's types do not allow `undefined` for optional members.
    await this.#serve(request as Parameters<NodeMcpRequestHandler>[0], response, body);
  }

  async close(): Promise<void> {
    this.#unfollow();
    this.#servers.close();
    await this.#handler.close();
  }
}

function given(name: string, header: string | readonly string[] | undefined): Record<string, string> {
  return header === undefined ? {} : { [name]: text(header) };
}

function text(header: string | readonly string[] | undefined): string {
  return String(header ?? '');
}
