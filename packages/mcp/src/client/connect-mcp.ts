import type { ConnectMcpOptions } from './connect-options.js';
import { Connection } from './connection.js';
import type { McpConnection } from './mcp-connection.js';

/**
 * Starts an MCP server, or calls one, and reads its tools.
 * @throws ToolwrightError `INVALID_CONFIG` for options that cannot work or a program that is not there, `NETWORK` for a server that
 * cannot be reached or ends, `TOOL_TIMEOUT` for one that does not answer, `AUTHENTICATION`, `INVALID_RESPONSE` for what is not the
 * protocol, `INVALID_TOOL` for a schema that cannot be used, `ABORTED`. Nothing that was started is left then.
 */
export function connectMcp(options: ConnectMcpOptions): Promise<McpConnection> {
  return new Connection(options).open();
}
