import { errorMessage, type JsonObject } from '@toolwright/contract';
import type { Tool } from '@toolwright/tools';
import type { ConnectMcpOptions } from './connect-options.js';
import { FollowedTools, type RegistryLike } from './follow-tools.js';
import type { Link } from './link.js';
import type { McpConnection } from './mcp-connection.js';
import { ReconnectingLink } from './reconnecting-link.js';
import { toTool } from './remote-tool.js';
import { readToolList } from './remote-tool-list.js';
import { serverName } from './transport.js';

/** See the interface. */
export class Connection implements McpConnection {
  readonly #options: ConnectMcpOptions;
  readonly #link: ReconnectingLink;
  readonly #registries = new Set<FollowedTools>();
  #server: McpConnection['server'] = { name: '', version: '' };
  #instructions: string | undefined;
  #tools: readonly Tool[] = [];
  /** The list changed while it was being read, so it is read again. */
  #isStale = false;
  #refreshing: Promise<void> | undefined;

  constructor(options: ConnectMcpOptions) {
    this.#options = options;
    this.#link = new ReconnectingLink(options, {
      onReopen: (link) => this.#take(link),
      onToolsChange: () => this.#refresh(),
    });
  }

  get server(): McpConnection['server'] {
    return this.#server;
  }

  get instructions(): string | undefined {
    return this.#instructions;
  }

  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** @throws ToolwrightError for a problem with the server or its tools; the connection is closed then */
  async open(): Promise<this> {
    try {
      const link = await this.#link.open();
      const { name, version, title } = link.client.getServerVersion() ?? { name: '', version: '' };
      this.#server = { name, version, title };
      this.#instructions = link.client.getInstructions();
      this.#tools = await this.#link.use((opened) => this.#readTools(opened));
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  addTo(registry: RegistryLike): () => void {
    const followed = new FollowedTools(registry);
    try {
      followed.update(this.#tools);
    } catch (error) {
      followed.clear();
      throw error;
    }
    this.#registries.add(followed);
    return () => {
      this.#registries.delete(followed);
      followed.clear();
    };
  }

  async request(
    method: string,
    params: JsonObject = {},
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<JsonObject> {
    // Parsed from JSON.
    return (await this.#link.use((link) => link.request(method, params, options))) as JsonObject;
  }

  async close(): Promise<void> {
    await this.#link.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #readTools(link: Link): Promise<readonly Tool[]> {
    const listed = await link.listTools();
    const remote = readToolList(serverName(this.#options), listed, this.#options);
    return remote.map((tool) => toTool(tool, this.#link, this.#options));
  }

  async #take(link: Link): Promise<void> {
    this.#tools = await this.#readTools(link);
    for (const followed of this.#registries) {
      try {
        followed.update(this.#tools);
      } catch (error) {
        this.#warn(error);
      }
    }
    this.#options.onEvent?.({ type: 'tools-change', tools: this.#tools.map(({ name }) => name) });
  }

  #refresh(): void {
    this.#isStale = true;
    this.#refreshing ??= this.#readAgain().finally(() => {
      this.#refreshing = undefined;
    });
  }

  async #readAgain(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        await this.#link.use((link) => this.#take(link));
      } catch (error) {
        this.#warn(error);
      }
    }
  }

  #warn(error: unknown): void {
    const message = `The tools could not be updated: ${errorMessage(error)}`;
    this.#options.onEvent?.({ type: 'warning', message, error });
  }
}
