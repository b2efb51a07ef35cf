import {
  errorMessage,
  isToolwrightError,
  type Message,
  type ModelCapabilities,
  type RemoteMcpServer,
  type ToolCodecs,
  type ToolOutcome,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import type { ComputerUse, McpServer } from '@toolwright/prompts';
import { invalidConfig } from '../base/invalid-config.js';
import { JoinedTools } from '../calls/joined-tools.js';
import type { ToolExecution, ToolSource } from '../calls/tool-source.js';
import type { CallScript, CurrentPrompt } from './call-script.js';
import { findRemote, type ServerCaller } from './remote-server.js';

/** Tools behind a connection that must be closed. */
export interface ToolConnection extends ToolSource {
  close?(): void | Promise<void>;
}

/** Connects to MCP servers. A plain function connects to every server, except those with `via: 'provider'`. */
export interface McpConnector {
  (server: McpServer, signal?: AbortSignal): ToolConnection | Promise<ToolConnection>;
  /** Returns the full description of a server. If this method exists, the model's provider calls the servers that it can reach directly. */
  describe?(server: McpServer): McpServer;
}

/** Functions that provide the tools that prompts only describe: the tools of MCP servers and of a computer. */
export interface ToolProviders {
  /** Tools in addition to the prompt's own. */
  readonly toolRegistry?: ToolSource | undefined;
  /** Connects to a server that the prompt names. The connection is closed when the call ends. */
  readonly connectMcp?: McpConnector | undefined;
  /** Opens the computer that the prompt asks for. It is closed when the call ends. */
  readonly openComputer?:
    | ((screen: ComputerUse, signal?: AbortSignal) => ToolConnection | Promise<ToolConnection>)
    | undefined;
}

/** The tools of a call: those of its current prompt. */
export class CallTools implements ToolSource {
  readonly #script: CallScript;
  readonly #providers: ToolProviders;
  readonly #signal: AbortSignal | undefined;
  readonly #caller: ServerCaller;
  readonly #remote = new Map<McpServer, RemoteMcpServer>();
  /** Connections by the server or computer that the prompt describes. */
  readonly #connections = new Map<McpServer | ComputerUse, ToolConnection>();
  readonly #joined = new Map<CurrentPrompt, JoinedTools>();

  constructor(
    script: CallScript,
    providers: ToolProviders,
    caller: ServerCaller,
    signal: AbortSignal | undefined,
  ) {
    this.#script = script;
    this.#providers = providers;
    this.#caller = caller;
    this.#signal = signal;
  }

  /** The current prompt's servers that the model's provider calls. */
  get remoteServers(): readonly RemoteMcpServer[] {
    const { mcpServers = [] } = this.#script.current;
    return mcpServers.flatMap((server) => this.#remote.get(server) ?? []);
  }

  /** @throws ToolwrightError `INVALID_CONFIG` if nothing provides the tools that a prompt asks for, `NETWORK` if a connection fails */
  async open(): Promise<void> {
    for (const { name, mcpServers = [], computerUse } of this.#script.prompts) {
      for (const server of mcpServers) {
        const { connectMcp } = this.#providers;
        const remote = this.#findRemote(server);
        if (remote !== undefined) {
          this.#remote.set(server, remote);
          continue;
        }
        if (connectMcp === undefined) throw missing(name, `the MCP server '${server.name}'`, 'connectMcp');
        await this.#connect(server, `The MCP server '${server.name}'`, connectMcp);
      }
      const { openComputer } = this.#providers;
      if (computerUse === undefined) continue;
      if (openComputer === undefined) throw missing(name, 'a computer', 'openComputer');
      await this.#connect(computerUse, 'The computer', openComputer);
    }
  }

  /** Never rejects: the call is over, so a failure to close a connection no longer matters. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#connections.values()].map(async (connection) => connection.close?.()));
  }

  listTools(): readonly ToolSpec[] {
    return this.#current().listTools();
  }

  execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome> {
    return this.#current().execute(name, args, execution);
  }

  offer(messages: readonly Message[], model?: Partial<ModelCapabilities>): readonly ToolSpec[] {
    return this.#current().offer(messages, model);
  }

  listInnerTools(caller?: string): readonly ToolSpec[] {
    return this.#current().listInnerTools(caller);
  }

  codecsOf(name: string): ToolCodecs | undefined {
    return this.#current().codecsOf(name);
  }

  #findRemote(server: McpServer): RemoteMcpServer | undefined {
    const { connectMcp } = this.#providers;
    const described = connectMcp?.describe?.(server) ?? server;
    const isOwn = connectMcp !== undefined && connectMcp.describe === undefined;
    return isOwn && server.via !== 'provider' ? undefined : findRemote(described, this.#caller);
  }

  #current(): JoinedTools {
    const { current } = this.#script;
    const known = this.#joined.get(current);
    if (known !== undefined) return known;
    const { tools, mcpServers = [], computerUse } = current;
    const described = [...mcpServers, ...(computerUse ? [computerUse] : [])].map((one) =>
      this.#connections.get(one),
    );
    const sources = [tools, this.#providers.toolRegistry, ...described].filter((one) => one !== undefined);
    const joined = new JoinedTools(sources);
    this.#joined.set(current, joined);
    return joined;
  }

  async #connect<Described extends McpServer | ComputerUse>(
    described: Described,
    what: string,
    open: (described: Described, signal?: AbortSignal) => ToolConnection | Promise<ToolConnection>,
  ): Promise<void> {
    if (this.#connections.has(described)) return;
    try {
      this.#connections.set(described, await open(described, this.#signal));
    } catch (thrown) {
      if (isToolwrightError(thrown)) throw thrown;
      throw new ToolwrightError('NETWORK', `${what} cannot be reached: ${errorMessage(thrown)}`, {
        blame: 'provider',
        cause: thrown,
      });
    }
  }
}

function missing(prompt: string, what: string, option: string): ToolwrightError {
  return invalidConfig(
    `The prompt '${prompt}' needs ${what}.`,
    `Pass '${option}', which provides its tools.`,
  );
}
