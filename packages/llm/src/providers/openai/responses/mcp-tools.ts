import type { RemoteMcpServer } from '@toolwright/contract';
import type { Tool } from 'openai/resources/responses/responses';
import { splitToken } from '../../../request/split-token.js';
import type { Sent } from '../../../sdk/sdk.js';

/**
 * Encodes MCP servers as tools of the responses API, with approval requests turned off. Calls that need approval must be made by the
 * client instead.
 * @see `Tool.Mcp` in `openai/resources/responses/responses.d.ts`
 */
export function mcpTools(servers: readonly RemoteMcpServer[] = []): Sent<Tool.Mcp>[] {
  return servers.map((server) => {
    const { name, url, description, allow } = server;
    const { token, others } = splitToken(server);
    return {
      type: 'mcp',
      server_label: name,
      server_url: url,
      ...(description !== undefined && { server_description: description }),
      ...(token !== undefined && { authorization: token }),
      ...(Object.keys(others).length > 0 && { headers: others }),
      ...(allow !== undefined && { allowed_tools: allow }),
      require_approval: 'never',
    };
  });
}
