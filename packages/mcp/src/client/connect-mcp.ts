import type { ConnectMcpOptions } from './connect-options.js';
import { Connection } from './connection.js';
import type { McpConnection } from './mcp-connection.js';

/**
 * Starts an MCP server or connects to one, and reads its tools. A tool that cannot be used is left out with an event of type `warning`. If
 * connecting fails, a started process is ended.
 * @throws ToolwrightError `INVALID_CONFIG` for invalid options or a missing program, `NETWORK` for a server that cannot be reached or ends,
 * `TOOL_TIMEOUT` for one that does not answer, `AUTHENTICATION`, `INVALID_RESPONSE` for a violation of the protocol, `ABORTED`
 */
export async function connectMcp(options: ConnectMcpOptions): Promise<McpConnection> {
  return new Connection(options).open();
}
