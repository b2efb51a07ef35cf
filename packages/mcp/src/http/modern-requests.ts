import { classifyInboundRequest, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { McpServers } from '../server/create-mcp-server.js';
import type { EndpointSettings } from './http-options.js';
import { refuseParamHeaders } from './param-headers.js';
import { refuse } from './refuse-request.js';
import type { Admitted } from './verified-token.js';

/** Handles requests by themselves: those of revision 2026-07-28 and later, and all others if the server has no sessions. */
export class ModernRequests {
  readonly #servers: McpServers;
  readonly #handler: McpHttpHandler;
  readonly #end = new AbortController();
  readonly #isStateless: boolean;
  readonly #unfollow: () => void;

  constructor(servers: McpServers, { stateless, maxSessions }: EndpointSettings) {
    this.#servers = servers;
    this.#isStateless = stateless;
    this.#handler = createMcpHandler(() => servers.create(), {
      legacy: stateless ? 'stateless' : 'reject',
      maxSubscriptions: maxSessions,
    });
    this.#unfollow = servers.follow({
      onTools: () => this.#handler.notify.toolsChanged(),
      onPrompts: () => this.#handler.notify.promptsChanged(),
      onResources: () => this.#handler.notify.resourcesChanged(),
      onResource: (uri) => this.#handler.notify.resourceUpdated(uri),
    });
  }

  /** Whether a request is to be handled here, even if it is invalid. */
  claims({ method, headers }: Request, body?: unknown): boolean {
    if (this.#isStateless) return true;
    if (method !== 'POST') return (headers.get('mcp-protocol-version') ?? '') >= '2026-07-28';
    const { kind } = classifyInboundRequest({
      httpMethod: method,
      ...given('protocolVersionHeader', headers.get('mcp-protocol-version')),
      ...given('mcpMethodHeader', headers.get('mcp-method')),
      ...given('mcpNameHeader', headers.get('mcp-name')),
      body,
    });
    // An invalid request with a session id belongs to an older revision.
    return kind === 'modern' || (kind === 'reject' && headers.get('mcp-session-id') === null);
  }

  async handle(request: Request, { auth, body }: Admitted): Promise<Response> {
    const { method, params, id } = Object(body);
    if (method === 'tools/call') {
      const { handlers } = this.#servers;
      const { name, arguments: given } = Object(params);
      // Without a name, the SDK refuses the call.
      const tool = typeof name === 'string' ? name : '';
      const args = handlers.presentArguments(tool, given);
      const refusal = refuseParamHeaders(
        handlers.findInputSchema(tool),
        args,
        Object.fromEntries(request.headers),
      );
      if (refusal !== undefined) return refuse({ ...refusal, id });
    }
    // Closing the handler does not end the requests of older revisions.
    const signal = AbortSignal.any([request.signal, this.#end.signal]);
    return this.#handler.fetch(
      new Request(request.url, { method: request.method, headers: request.headers, signal }),
      {
        ...(auth === undefined ? {} : { authInfo: auth }),
        ...(body === undefined ? {} : { parsedBody: body }),
      },
    );
  }

  async close(): Promise<void> {
    this.#unfollow();
    this.#servers.close();
    await this.#handler.close();
    this.#end.abort();
  }
}

function given(name: string, header: string | null): Record<string, string> {
  return header === null ? {} : { [name]: header };
}
