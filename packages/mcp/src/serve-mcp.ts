import { checkOptions } from '@toolwright/contract';
import type { WithoutContext } from '@toolwright/tools';
import type { HttpOptions } from './http/http-options.js';
import { serveHttp } from './http/serve-http.js';
import type { ContextForTools } from './server/context-for.js';
import type { McpServers } from './server/create-mcp-server.js';
import { createServers, SERVER } from './server/create-servers.js';
import type { ServedPrompts, ServedTools } from './server/served-tools.js';
import type { ServerOptions } from './server/server-options.js';
import type { McpService } from './service.js';
import { serveStdio } from './stdio/serve-stdio.js';

/** Options of `serveMcp`. */
export interface ServeMcpOptions extends Omit<ServerOptions, 'prompts'> {
  /** A prompt registry, or a function that creates one. The function may write to standard output. */
  readonly prompts?: Loadable<ServedPrompts> | undefined;
  /** Serves over Streamable HTTP. Default: over standard input and output. */
  readonly http?: HttpOptions | undefined;
}

type Loadable<Value> = Value | (() => Value | Promise<Value>);

/**
 * Serves a registry's tools and resources to MCP clients. Over standard input and output, it serves one client and redirects the program's
 * own output to standard error. Over HTTP, it serves any number of clients.
 * @param tools A registry, or a function that creates one. The function may write to standard output.
 * @throws ToolwrightError `INVALID_CONFIG` for invalid options, `MISSING_CONTEXT` if a tool or a resource needs a context and `contextFor` is
 * missing
 */
export async function serveMcp<Tools extends ServedTools>(
  tools: Loadable<Tools>,
  options: ServeMcpOptions & ContextForTools<Tools>,
): Promise<McpService>;
export async function serveMcp<Tools extends ServedTools>(
  tools: Loadable<WithoutContext<Tools>>,
): Promise<McpService>;
export async function serveMcp(
  tools: Loadable<ServedTools>,
  given: ServeMcpOptions = {},
): Promise<McpService> {
  checkOptions(given, { ...SERVER, http: 'an object' }, 'serveMcp');
  const { http, prompts, ...options } = given;
  const prepare = async (): Promise<McpServers> => {
    const [loadedTools, loadedPrompts] = [await load(tools), await load(prompts)];
    return createServers(loadedTools, { ...options, prompts: loadedPrompts });
  };
  if (http === undefined) return serveStdio(prepare);
  return serveHttp(await prepare(), http);
}

async function load<Value extends object | undefined>(source: Loadable<Value>): Promise<Value> {
  return typeof source === 'function' ? source() : source;
}
