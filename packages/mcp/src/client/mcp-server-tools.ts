import type { ToolOutcome, ToolSpec } from '@toolwright/contract';
import { type ExecuteOptions, ToolRegistry } from '@toolwright/tools';
import { connectMcp } from './connect-mcp.js';
import type { CommandOptions, SharedOptions, UrlOptions } from './connect-options.js';

/** A server as a prompt names it. */
export type McpServerDescriptor = { readonly name: string } & (
  | Pick<CommandOptions, 'command' | 'args' | 'env'>
  | Pick<UrlOptions, 'url' | 'headers'>
);

/** The tools of one server, for an agent. */
export interface McpToolSource {
  listTools(): readonly ToolSpec[];
  /** Never rejects. */
  execute(name: string, args: unknown, options: ExecuteOptions): Promise<ToolOutcome>;
  close(): Promise<void>;
}

/**
 * Connects to the servers that prompts name: `agentCall(prompt, { connectMcp: mcpServerTools() })`.
 * @param options For all of these servers. Default for `prefix`: the name of the server and `_`.
 */
export function mcpServerTools(
  options: Omit<SharedOptions, 'signal'> = {},
): (server: McpServerDescriptor, signal?: AbortSignal) => Promise<McpToolSource> {
  return async ({ name, ...server }, signal) => {
    const connection = await connectMcp({ prefix: `${name}_`, ...options, ...server, signal });
    const registry = new ToolRegistry();
    connection.addTo(registry);
    return {
      listTools: () => registry.listTools(),
      execute: (tool, args, execution) => registry.execute(tool, args, execution),
      close: () => connection.close(),
    };
  };
}
