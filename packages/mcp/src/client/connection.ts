import { setTimeout as sleep } from 'node:timers/promises';
import {
  checkOptions,
  errorMessage,
  formatCount,
  type JsonObject,
  optionsOf,
  shortenText,
  type ToolwrightError,
} from '@toolwright/contract';
import { createLock, type ToolLock } from '@toolwright/json-schema';
import type { Tool } from '@toolwright/tools';
import { inSentence, serverName } from '../wire/transport.js';
import type { ConnectMcpOptions } from './connect-options.js';
import { FollowedTools, hashOf, type RegistryLike } from './follow-tools.js';
import { MAX_DESCRIPTION } from './foreign-texts.js';
import type { Link } from './link.js';
import type { McpConnection } from './mcp-connection.js';
import { withOAuth } from './oauth/with-oauth.js';
import { loadLock, ToolPins, toolChanged } from './pins/tool-pins.js';
import { ReconnectingLink } from './reconnecting-link.js';
import { toTool } from './remote-tool.js';
import { notThere, readToolList } from './remote-tool-list.js';
import { ResourceSubscriptions } from './resource-subscriptions.js';
import { CONNECT_MS, type ListLimits, ServerContent } from './server-content.js';

const CONNECT = optionsOf<ConnectMcpOptions>()({
  'a string': 'command cwd prefix revision content token',
  'a number': 'timeoutMs connectTimeoutMs maxTools maxListed maxDescription',
  'true or false': 'trusted anyIssuer',
  'a function': 'onStderr onEvent onElicit onCreateMessage authorizationCode',
  'a list': 'args roots',
  'an object': 'env signal headers oauth',
  anything: 'url allow lock needsApproval reconnect authProvider',
});

const RECONNECT = optionsOf<Exclude<ConnectMcpOptions['reconnect'], false | undefined>>()({
  'a number': 'attempts delayMs',
});

export class Connection implements McpConnection {
  readonly #options: ConnectMcpOptions;
  readonly #link: ReconnectingLink;
  readonly #end = new AbortController();
  readonly #registries = new Set<FollowedTools>();
  readonly #content: ServerContent;
  readonly #subscriptions: ResourceSubscriptions;
  #server: McpConnection['server'] = { name: '', version: '' };
  #revision = '';
  #instructions: string | undefined;
  #tools: readonly Tool[] = [];
  /** The tools as the server published them. */
  #lock: ToolLock = createLock([]);
  #pins: ToolPins | undefined;
  /** Hashes of the server's current tools, by name. */
  #current: ReadonlyMap<string, string> = new Map();
  readonly #hashes = new WeakMap<Tool, string>();
  #isOpen = false;
  /** The problems of the current list that were already reported. */
  #unusable: ReadonlySet<string> = new Set();
  /** Whether the list has changed since it was last read. */
  #isStale = false;
  #refreshing: Promise<void> | undefined;
  /** The time at which a changed list was last read. */
  #readAt = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;

  constructor(given: ConnectMcpOptions) {
    checkOptions(given, CONNECT, 'connectMcp');
    if (given.reconnect !== false) checkOptions(given.reconnect, RECONNECT, 'reconnect');
    const options = withOAuth(given);
    this.#options = options;
    this.#link = new ReconnectingLink(options, {
      onReopen: (link) => this.#reopened(link),
      onToolsChange: () => this.#refresh(),
      onResourceChange: (uri) => this.#subscriptions.report(uri),
    });
    this.#content = new ServerContent(options, this.#link, this.#end.signal);
    this.#subscriptions = new ResourceSubscriptions(serverName(options));
  }

  get server(): McpConnection['server'] {
    return this.#server;
  }

  get revision(): string {
    return this.#revision;
  }

  get instructions(): string | undefined {
    return this.#instructions;
  }

  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** Connects and reads the tools. @throws ToolwrightError for any problem with the server or its tools; closes the connection first */
  async open(): Promise<this> {
    try {
      const { allow, lock } = this.#options;
      this.#pins = new ToolPins(await loadLock(lock), allow !== undefined && typeof allow !== 'function');
      const link = await this.#link.open();
      const { name, version, title } = link.client.getServerVersion() ?? { name: '', version: '' };
      this.#server = { name, version, title };
      this.#revision = link.revision;
      const { maxDescription = MAX_DESCRIPTION } = this.#options;
      this.#instructions = this.#limit(link.client.getInstructions(), maxDescription);
      const { connectTimeoutMs = CONNECT_MS, signal } = this.#options;
      const leftMs = connectTimeoutMs - (performance.now() - link.begunAt);
      this.#tools = await this.#link.use((opened) => this.#readTools(opened, { leftMs, signal }));
      if (this.#isStale) this.#refresh();
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  addTo(registry: RegistryLike): () => void {
    const followed = new FollowedTools(registry);
    const [failure] = followed.update(this.#tools);
    if (failure !== undefined) {
      followed.clear();
      throw failure;
    }
    this.#registries.add(followed);
    return () => {
      this.#registries.delete(followed);
      followed.clear();
    };
  }

  toLock(): ToolLock {
    return this.#lock;
  }

  async request(
    method: string,
    params: JsonObject = {},
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<JsonObject> {
    return (await this.#link.use((link) => link.request(method, params, options))) as JsonObject; // parsed from JSON
  }

  listResources: McpConnection['listResources'] = (options) => this.#content.listResources(options);
  listResourceTemplates: McpConnection['listResourceTemplates'] = (options) =>
    this.#content.listResourceTemplates(options);
  readResource: McpConnection['readResource'] = (uri, options) => this.#content.readResource(uri, options);
  listPrompts: McpConnection['listPrompts'] = (options) => this.#content.listPrompts(options);
  getPrompt: McpConnection['getPrompt'] = (name, args, options) =>
    this.#content.getPrompt(name, args, options);
  complete: McpConnection['complete'] = (request, options) => this.#content.complete(request, options);

  async subscribe(uri: string, listener: (uri: string) => void): Promise<() => Promise<void>> {
    const remove = await this.#link.use((link) => this.#subscriptions.add(link, uri, listener));
    return async () => {
      if (!remove() || this.#end.signal.aborted) return;
      await this.#link.use((link) => this.#subscriptions.remove(link, uri));
    };
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#subscriptions.close();
    await this.#link.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #readTools(link: Link, limits: ListLimits = {}): Promise<readonly Tool[]> {
    const listed = await this.#content.readList(link, 'tools/list', limits);
    const server = serverName(this.#options);
    const findFault = (tool: unknown): string | undefined => link.findFault(tool);
    const selection = { ...this.#options, pins: this.#pins, findFault };
    const { tools: remote, unusable, shortened, missing, names } = readToolList(server, listed, selection);
    const { allow } = this.#options;
    const unknown = Array.isArray(allow) ? missing.filter((name) => allow.includes(name)) : [];
    if (!this.#isOpen && unknown.length > 0) throw notThere(server, unknown, names);
    this.#isOpen = true;
    this.#report([...unusable, ...shortened, ...missing.map((name) => gone(server, name))]);
    const tools = remote.map((tool) =>
      toTool(tool, this.#link, this.#options, (called) => this.#assertCurrent(called)),
    );
    this.#lock = createLock(remote.map(({ published }) => published));
    for (const tool of tools) this.#hashes.set(tool, hashOf(tool));
    this.#current = new Map(tools.map((tool) => [tool.name, this.#hashes.get(tool) ?? '']));
    return tools;
  }

  #limit(instructions: string | undefined, max: number): string | undefined {
    if (instructions === undefined || instructions.length <= max) return instructions;
    const message = `The instructions of ${inSentence(serverName(this.#options))} are too long and were truncated to ${formatCount(max)} characters.`;
    this.#options.onEvent?.({ type: 'warning', message, error: undefined });
    return shortenText(instructions, Math.max(max - 1, 0));
  }

  /** Refuses a call to a tool that has changed since it was registered. */
  #assertCurrent(tool: Tool): void {
    const hash = this.#current.get(tool.name);
    if (hash === this.#hashes.get(tool)) return;
    const server = serverName(this.#options);
    throw hash === undefined ? gone(server, tool.name) : toolChanged(server, tool.name, 'has changed');
  }

  /** Reports each problem once, until it is solved. */
  #report(problems: readonly ToolwrightError[]): void {
    const known = this.#unusable;
    this.#unusable = new Set(problems.map(({ message }) => message));
    for (const error of problems) {
      if (!known.has(error.message)) {
        this.#options.onEvent?.({ type: 'warning', message: error.message, error });
      }
    }
  }

  async #reopened(link: Link): Promise<void> {
    await this.#take(link);
    await this.#subscriptions.renew(link).catch((error) => this.#warn(error));
    if (link.revision === this.#revision) return;
    this.#revision = link.revision;
    this.#options.onEvent?.({ type: 'revision-change', revision: link.revision });
  }

  async #take(link: Link): Promise<void> {
    this.#tools = await this.#readTools(link);
    for (const followed of this.#registries) {
      for (const error of followed.update(this.#tools)) this.#warn(error);
    }
    this.#options.onEvent?.({ type: 'tools-change', tools: this.#tools.map(({ name }) => name) });
  }

  #refresh(): void {
    this.#isStale = true;
    // While the connection opens, `open` itself reads the list; reading it here would start a second process.
    if (this.#end.signal.aborted || !this.#isOpen) return;
    this.#refreshing ??= this.#readAgain().finally(() => {
      this.#refreshing = undefined;
    });
  }

  async #readAgain(): Promise<void> {
    while (this.#isStale) {
      await this.#pause();
      if (this.#end.signal.aborted) return;
      this.#isStale = false;
      try {
        await this.#link.use((link) => this.#take(link));
      } catch (error) {
        if (this.#end.signal.aborted) return;
        this.#warn(error);
      }
      this.#readAt = performance.now();
    }
  }

  /**
   * Pauses between changes in quick succession, longer each time, so that a server that changes constantly does not keep this process busy.
   */
  async #pause(): Promise<void> {
    const isSoon = performance.now() - this.#readAt < CALM_MS;
    this.#pauseMs = isSoon ? Math.min(this.#pauseMs * 2 || FIRST_PAUSE_MS, MAX_PAUSE_MS) : 0;
    const { signal } = this.#end;
    if (isSoon) await sleep(this.#pauseMs, undefined, { signal, ref: false }).catch(ignoreClosed);
  }

  #warn(error: unknown): void {
    const message = `The tools could not be updated: ${errorMessage(error)}`;
    this.#options.onEvent?.({ type: 'warning', message, error });
  }
}

/** Changes within this time after the list was read are delayed, in milliseconds. */
const CALM_MS = 1_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 10_000;

/** The connection was closed during a pause. */
function ignoreClosed(): void {}

function gone(server: string, name: string): ToolwrightError {
  return toolChanged(server, name, 'is no longer on its list');
}
