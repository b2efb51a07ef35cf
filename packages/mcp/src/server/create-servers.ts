import { checkOptions, optionsOf } from '@toolwright/contract';
import { checkContextFor } from './context-for.js';
import { McpServers } from './create-mcp-server.js';
import type { ServedTools } from './served-tools.js';
import type { ServerOptions } from './server-options.js';

/** The names and types of the options that do not depend on the transport. */
export const SERVER = optionsOf<ServerOptions>()({
  'a string': 'name version title instructions approval',
  'a function': 'contextFor content promptMessages complete',
  'an object': 'capabilities promptDetails cache handlers',
  anything: 'prompts tasks',
});

const CACHE = optionsOf<NonNullable<ServerOptions['cache']>>()({
  'a number': 'ttlMs',
  'a string': 'scope',
});

/**
 * Creates the servers of a registry. The caller has checked the names of the options.
 * @throws ToolwrightError `INVALID_CONFIG` for invalid options, `MISSING_CONTEXT` if a tool or a resource needs a context and `contextFor` is
 * missing
 */
export function createServers(tools: ServedTools, options: ServerOptions): McpServers {
  checkOptions(options.cache, CACHE, 'cache');
  checkContextFor([...tools.listTools(), ...(tools.listResources?.() ?? [])], options.contextFor);
  return new McpServers(tools, options);
}
