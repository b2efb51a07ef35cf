import type { McpSupport, RemoteMcpServer } from '@toolwright/contract';
import type { McpServer } from '@toolwright/prompts';
import { invalidConfig } from '../base/invalid-config.js';
import { isPublicAddress } from './public-address.js';

/** Whether, and how, the model's provider can call MCP servers instead of this program. */
export interface ServerCaller {
  readonly support: McpSupport;
  /** Whether tools are sent through the provider's API instead of as text. */
  readonly isNative: boolean;
}

/**
 * Returns the server description for the model's provider, or undefined if this program calls the server.
 * @throws ToolwrightError `INVALID_CONFIG` if the server has `via: 'provider'` and the provider cannot call it
 */
export function findRemote(server: McpServer, caller: ServerCaller): RemoteMcpServer | undefined {
  if (server.via === 'client') return undefined;
  const obstacle = findObstacle(server, caller);
  if (obstacle !== undefined || !('url' in server)) {
    if (server.via !== 'provider') return undefined;
    throw invalidConfig(
      `The provider cannot call the MCP server '${server.name}': ${obstacle}.`,
      "Omit `via: 'provider'`, so that this program calls it.",
    );
  }
  const { name, url, headers, description, allow, prefix } = server;
  return { name, url, headers, description, allow, prefix };
}

function findObstacle(server: McpServer, { support, isNative }: ServerCaller): string | undefined {
  if (!('url' in server)) return 'it is a program on this machine';
  if (support === 'none') return "the model's provider is not known to call servers";
  if (!isNative) return 'its tools are described to the model in text';
  if (asksForApproval(server)) return 'its calls need approval, but the provider does not wait for it';
  if (support === 'bearer' && !hasTokenOnly(server))
    return 'the provider can send it a bearer token, but no other headers';
  if (!SERVER_NAME.test(server.name))
    return 'its name must start with a letter and contain only letters, digits, _ and -';
  // With `via: 'provider'`, the address is assumed to be reachable by the provider.
  if (server.via !== 'provider' && !isPublicAddress(server.url)) return 'its address is not public';
  return undefined;
}

function asksForApproval({ needsApproval = false }: McpServer): boolean {
  return typeof needsApproval === 'boolean' ? needsApproval : needsApproval.length > 0;
}

function hasTokenOnly({ headers = {} }: Extract<McpServer, { url: string }>): boolean {
  return Object.entries(headers).every(
    ([name, value]) => name.toLowerCase() === 'authorization' && /^Bearer +\S+$/i.test(value),
  );
}

/** Matches server labels that both OpenAI and Anthropic accept. @see https://platform.openai.com/docs/api-reference/responses/create */
const SERVER_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
