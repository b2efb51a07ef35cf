import { ToolRegistry } from '@toolwright/tools';
import { connectMcp } from './connect-mcp.js';
import type { ConnectMcpOptions, McpEvent } from './connect-options.js';
import type { McpConnection } from './mcp-connection.js';

const connections: McpConnection[] = [];
/** What to end after each test, when its connections are closed. The latest is ended first. */
export const ends: (() => unknown)[] = [];

/** For `afterEach`. */
export async function endAll(): Promise<void> {
  for (const connection of connections.splice(0)) await connection.close();
  for (const end of ends.splice(0).reverse()) await end();
}

export async function connect(options: ConnectMcpOptions) {
  const events: McpEvent[] = [];
  const connection = await connectMcp({ onEvent: (event) => events.push(event), ...options });
  connections.push(connection);
  const registry = new ToolRegistry();
  const remove = connection.addTo(registry);
  const warnings = () => events.flatMap((event) => (event.type === 'warning' ? [event] : []));
  return { connection, registry, events, warnings, remove };
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
