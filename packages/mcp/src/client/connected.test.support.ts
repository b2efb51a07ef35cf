import { ToolRegistry } from '@toolwright/tools';
import { connectMcp } from './connect-mcp.js';
import type { ConnectMcpOptions, McpEvent } from './connect-options.js';

/** What to end after each test. The latest is ended first. */
export const ends: (() => unknown)[] = [];

/** For `afterEach`. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

export async function connect(options: ConnectMcpOptions) {
  const events: McpEvent[] = [];
  const connection = await connectMcp({ onEvent: (event) => events.push(event), ...options });
  ends.push(() => connection.close());
  const registry = new ToolRegistry();
  const remove = connection.addTo(registry);
  const warnings = () => events.flatMap((event) => (event.type === 'warning' ? [event] : []));
  return { connection, registry, events, warnings, remove };
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
