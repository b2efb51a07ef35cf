import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  inputRequired,
  inputResponse,
  Server,
  type Tool,
} from '@modelcontextprotocol/server';
import type { CommandOptions } from './connect-options.js';

/** Where programs find the SDKs. */
const cwd = fileURLToPath(new URL('../..', import.meta.url));

/** A server of SDK 2 over standard input and output. @param legacy whether it also serves older revisions */
export function sdk2Program(legacy: 'serve' | 'reject'): CommandOptions {
  const program = `
    import { Server } from '@modelcontextprotocol/server';
    import { serveStdio } from '@modelcontextprotocol/server/stdio';
    serveStdio(() => {
      const server = new Server({ name: 'two', version: '2.0.0' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', () => ({ tools: [
        { name: 'pid', inputSchema: { type: 'object' } } ] }));
      server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: String(process.pid) }] }));
      return server;
    }, { legacy: '${legacy}' });`;
  return { command: process.execPath, args: ['--input-type=module', '--eval', program], cwd };
}

/** A server of SDK 1 over standard input and output. */
export function sdk1Program(): CommandOptions {
  const program = `
    import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
    import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
    const server = new McpServer({ name: 'one', version: '1.0.0' });
    server.registerTool('pid', {}, () => ({ content: [{ type: 'text', text: String(process.pid) }] }));
    await server.connect(new StdioServerTransport());`;
  return { command: process.execPath, args: ['--input-type=module', '--eval', program], cwd };
}

/** A server of SDK 2 over HTTP, of 2026-07-28 only. Records the requests' headers. */
export async function sdk2HttpServer() {
  const requests: Record<string, unknown>[] = [];
  const handler = createMcpHandler(modernServer, { legacy: 'reject', responseMode: 'sse' });
  // The SDK's types do not allow for `undefined`.
  const serve = toNodeHandler(handler) as (
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<void>;
  const http = createServer((request, response) => {
    requests.push(request.headers);
    void serve(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const { port } = http.address() as AddressInfo;
  const close = async (): Promise<void> => {
    await handler.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/`, requests, notify: handler.notify, close };
}

/** The tools of the HTTP server; tests may change them. */
export const modernTools = {
  extra: [] as Tool[],
};

function modernServer(): Server {
  const capabilities = { tools: { listChanged: true } };
  const server = new Server({ name: 'modern', version: '2.0.0' }, { capabilities });
  server.setRequestHandler('tools/list', () => ({ tools: [...TOOLS, ...modernTools.extra] }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }, { mcpReq }) => {
    const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
    if (name === 'route') return text(`to ${String(args.region)}`);
    if (name === 'count') {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
      }
      return text('counted');
    }
    const answer = inputResponse(mcpReq.inputResponses, 'name');
    if (answer.kind !== 'elicit') {
      const form = { message: 'Who?', requestedSchema: SCHEMA };
      return inputRequired({ inputRequests: { name: inputRequired.elicit(form) }, requestState: 'asked' });
    }
    return text(`${mcpReq.requestState()}: ${answer.action} ${JSON.stringify(answer)}`);
  });
  return server;
}

const SCHEMA = { type: 'object' as const, properties: { name: { type: 'string' as const } } };
const TOOLS = [
  {
    name: 'route',
    inputSchema: {
      type: 'object' as const,
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    },
  },
  { name: 'count', inputSchema: { type: 'object' as const } },
  { name: 'ask', inputSchema: { type: 'object' as const } },
];
