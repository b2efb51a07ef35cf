import type { ConnectMcpOptions } from './connect-options.js';
import { Connection } from './connection.js';
import type { McpConnection } from './mcp-connection.js';

/**
 * Starts an MCP server or connects to one, and reads its tools. Skips each unusable tool and emits an event of type `warning`. If
 * connecting fails, terminates the process that it started.
 * @throws ToolwrightError `INVALID_CONFIG` for invalid options or a missing program, `NETWORK` if the server cannot be reached or exits,
 * `TOOL_TIMEOUT` if it does not answer, `AUTHENTICATION`, `INVALID_RESPONSE` if it violates the protocol, `ABORTED`
 */
export async function connectMcp(options: ConnectMcpOptions): Promise<McpConnection> {
  return new Connection(options).open();
}
