import type {
  BetaMCPToolset,
  BetaRequestMCPServerURLDefinition,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { RemoteMcpServer } from '@toolwright/contract';
import { splitToken } from '../../request/split-token.js';
import type { Sent } from '../../sdk/sdk.js';

/**
 * The version of the MCP connector that supports toolsets.
 * @see `AnthropicBeta` in `@anthropic-ai/sdk/resources/beta/beta.d.ts`
 */
export const MCP_BETA = 'mcp-client-2025-11-20';

export interface EncodedServers {
  readonly servers: readonly Sent<BetaRequestMCPServerURLDefinition>[];
  readonly tools: readonly Sent<BetaMCPToolset>[];
  /** Explains which servers are omitted. */
  readonly warnings: readonly string[];
}

/**
 * Encodes MCP servers for the Messages API, each with its URL and its enabled tools. The API accepts no credential other than a token.
 * @see `BetaRequestMCPServerURLDefinition` and `BetaMCPToolset` in `@anthropic-ai/sdk/resources/beta/messages/messages.d.ts`
 */
export function encodeServers(all: readonly RemoteMcpServer[] = []): EncodedServers {
  const sendable = all.filter((server) => Object.keys(splitToken(server).others).length === 0);
  const refused = all.filter((server) => !sendable.includes(server));
  return {
    servers: sendable.map((server) => {
      const { token } = splitToken(server);
      const { name, url } = server;
      return { type: 'url', name, url, ...(token !== undefined && { authorization_token: token }) };
    }),
    tools: sendable.map(({ name, allow }) => ({
      type: 'mcp_toolset',
      mcp_server_name: name,
      ...(allow !== undefined && {
        default_config: { enabled: false },
        configs: Object.fromEntries(allow.map((tool) => [tool, { enabled: true }])),
      }),
    })),
    warnings: refused.map(
      ({ name }) =>
        `the MCP server '${name}' is omitted, because the provider can send a bearer token, but no other headers`,
    ),
  };
}
