import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { createTools } from '../tools.test.fixture.js';
import { announce, McpServers } from './create-mcp-server.js';
import type { ServerOptions } from './server-options.js';

const clients: Client[] = [];

/** For `afterEach`. */
export async function closeSessions(): Promise<void> {
  for (const client of clients.splice(0)) await client.close();
}

/** The official client beside a server of ours, in one process. */
export async function session(
  options: ServerOptions = {},
  capabilities: ClientCapabilities = {},
  tools = createTools(),
) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = announce(new McpServers(tools, options));
  await Promise.all([server.connect(far), client.connect(near)]);
  clients.push(client);
  return { client, server, tools };
}
