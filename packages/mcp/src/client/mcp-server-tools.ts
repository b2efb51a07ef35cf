import type { ArgumentsWatch, ToolOutcome, ToolSpec, ToolwrightError } from '@toolwright/contract';
import { type ExecuteOptions, ToolRegistry } from '@toolwright/tools';
import { invalidConfig } from '../invalid-config.js';
import { connectMcp } from './connect-mcp.js';
import type { CommandOptions, SharedOptions, UrlOptions } from './connect-options.js';
import { joinRules } from './join-rules.js';

/** A server declared by a prompt. */
export type McpServerDescriptor = {
  readonly name: string;
  readonly allow?: readonly string[] | undefined;
  readonly needsApproval?: boolean | readonly string[] | undefined;
  readonly prefix?: string | undefined;
  /** The description for a provider that calls the server directly. */
  readonly description?: string | undefined;
  readonly via?: 'provider' | 'client' | undefined;
} & (Pick<CommandOptions, 'command' | 'args' | 'env'> | Pick<UrlOptions, 'url' | 'headers'>);

/** The tools of one server, for an agent. */
export interface McpToolSource {
  listTools(): readonly ToolSpec[];
  /** Never rejects. */
  execute(name: string, args: unknown, options: ExecuteOptions): Promise<ToolOutcome>;
  watchArguments(name: string): ArgumentsWatch | undefined;
  close(): Promise<void>;
}

/** Connects to servers. Also adds the rules to the descriptors of servers that a provider calls directly. */
export interface McpServerConnector {
  (server: McpServerDescriptor, signal?: AbortSignal): Promise<McpToolSource>;
  /** @throws ToolwrightError `INVALID_CONFIG` for `via: 'provider'` with rules that only this program can evaluate */
  describe<Server extends McpServerDescriptor>(server: Server): Server;
}

/**
 * Connects to the servers that prompts declare: `agentCall(prompt, { connectMcp: mcpServerTools() })`. If the model provider can call a
 * server directly, it does so with the same rules. Exceptions are rules that are functions, and options that answer the server's questions.
 * @param options Options for all servers. A tool must be allowed both here and in the descriptor, and needs approval if either requires it.
 * The default `prefix` is the server's name followed by `_`.
 */
export function mcpServerTools(options: Omit<SharedOptions, 'signal' | 'lock'> = {}): McpServerConnector {
  const connect = async (
    { name, via: _via, description: _description, ...server }: McpServerDescriptor,
    signal?: AbortSignal,
  ): Promise<McpToolSource> => {
    const prefix = server.prefix ?? options.prefix ?? `${name}_`;
    const rules = joinRules(options, server);
    const connection = await connectMcp({ ...options, ...server, ...rules, prefix, signal });
    const registry = new ToolRegistry();
    connection.addTo(registry);
    return {
      listTools: () => registry.listTools(),
      execute: (tool, args, execution) => registry.execute(tool, args, execution),
      watchArguments: (tool) => registry.watchArguments(tool),
      close: () => connection.close(),
    };
  };
  const describe = <Server extends McpServerDescriptor>(server: Server): Server => {
    const { allow, needsApproval } = joinRules(options, server);
    const isCode = typeof allow === 'function' || typeof needsApproval === 'function';
    if (isCode && server.via === 'provider') throw cannotEvaluate(server.name);
    if (isCode) return { ...server, via: 'client' };
    const via = server.via ?? (needsThisProgram(options) ? 'client' : undefined);
    return { ...server, allow, needsApproval, via, prefix: server.prefix ?? options.prefix };
  };
  return Object.assign(connect, { describe });
}

function needsThisProgram({ onElicit, onCreateMessage, roots, content }: SharedOptions): boolean {
  return [onElicit, onCreateMessage, roots].some((one) => one !== undefined) || content === 'keep';
}

function cannotEvaluate(name: string): ToolwrightError {
  const message = `The provider calls the MCP server '${name}' directly and cannot call functions in 'allow' or 'needsApproval'.`;
  const hint = "Pass names instead, or remove `via: 'provider'`.";
  return invalidConfig(message, hint);
}
