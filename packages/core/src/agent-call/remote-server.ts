import type { McpSupport, RemoteMcpServer } from '@toolwright/contract';
import type { McpServer } from '@toolwright/prompts';
import { invalidConfig } from '../base/invalid-config.js';
import { isPublicAddress } from './public-address.js';

/** The model's provider, which could call a server instead of this program. */
export interface ServerCaller {
  /** The MCP support of the model. */
  readonly support: McpSupport;
  /** Tools are not described as text. */
  readonly isNative: boolean;
}

/**
 * The server as the model's provider will call it; undefined if this program calls it.
 * @throws ToolwrightError `INVALID_CONFIG` if the description requires the provider to call it, but the provider cannot
 */
export function findRemote(server: McpServer, caller: ServerCaller): RemoteMcpServer | undefined {
  if (server.via === 'client') return undefined;
  const obstacle = findObstacle(server, caller);
  if (obstacle !== undefined || !('url' in server)) {
    if (server.via !== 'provider') return undefined;
    throw invalidConfig(
      `The provider cannot call the MCP server '${server.name}': ${obstacle}.`,
      "Leave out `via: 'provider'`, so that this program calls it.",
    );
  }
  const { name, url, headers, description, allow, prefix } = server;
  return { name, url, headers, description, allow, prefix };
}

function findObstacle(server: McpServer, { support, isNative }: ServerCaller): string | undefined {
  if (!('url' in server)) return 'it is a program on this machine';
  if (support === 'none') return "the model's provider is not known to call servers";
  if (!isNative) return 'the model is told of its tools in text';
  if (asksForApproval(server)) return 'its calls need approval, for which the provider does not wait';
  if (support === 'bearer' && !hasTokenOnly(server))
    return 'the provider can send it no headers but a bearer token';
  if (!SERVER_NAME.test(server.name))
    return 'its name is not one of letters, digits, _ and -, with a letter first';
  // A description that names the provider knows what it can reach.
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

/** Server labels that both providers accept. @see https://platform.openai.com/docs/api-reference/responses/create */
const SERVER_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
