import { type ToolOutcome, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { type ExecuteOptions, ToolRegistry } from '@toolwright/tools';
import { connectMcp } from './connect-mcp.js';
import type { CommandOptions, SharedOptions, UrlOptions } from './connect-options.js';
import { joinRules } from './join-rules.js';

/** A server as a prompt names it. */
export type McpServerDescriptor = {
  readonly name: string;
  readonly allow?: readonly string[] | undefined;
  readonly needsApproval?: boolean | readonly string[] | undefined;
  readonly prefix?: string | undefined;
  /** For a provider that calls it. */
  readonly description?: string | undefined;
  readonly via?: 'provider' | 'client' | undefined;
} & (Pick<CommandOptions, 'command' | 'args' | 'env'> | Pick<UrlOptions, 'url' | 'headers'>);

/** The tools of one server, for an agent. */
export interface McpToolSource {
  listTools(): readonly ToolSpec[];
  /** Never rejects. */
  execute(name: string, args: unknown, options: ExecuteOptions): Promise<ToolOutcome>;
  close(): Promise<void>;
}

/** Connects to servers, and says what of them may be used where somebody else does. */
export interface McpServerConnector {
  (server: McpServerDescriptor, signal?: AbortSignal): Promise<McpToolSource>;
  /** @throws ToolwrightError `INVALID_CONFIG` for a server that only this program can call, and must not */
  describe<Server extends McpServerDescriptor>(server: Server): Server;
}

/**
 * Connects to the servers that prompts name: `agentCall(prompt, { connectMcp: mcpServerTools() })`. Those that the model's provider can
 * call by itself are called by it, with the same rules; what no provider can do (functions as rules, answers to questions of the server)
 * keeps them here.
 * @param options For all of these servers; a tool has to be allowed here and in the description, and needs approval where either says
 * so. Default for `prefix`: the name of the server and `_`.
 */
export function mcpServerTools(options: Omit<SharedOptions, 'signal'> = {}): McpServerConnector {
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
  const message = `The MCP server '${name}' is to be called by the provider, which cannot ask the functions in 'allow' and 'needsApproval'.`;
  const hint = "Give names instead, or leave out `via: 'provider'`.";
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint });
}
