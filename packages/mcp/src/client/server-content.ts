import { type JsonObject, LONGEST_TIMER_MS, type ResourceContents } from '@toolwright/contract';
import type { CompletionRequest } from '../server/server-options.js';
import { LISTS, type ListMethod } from '../wire/listed.js';
import { serverName } from '../wire/transport.js';
import type { ConnectMcpOptions } from './connect-options.js';
import { toTimeout } from './failure.js';
import type { Link } from './link.js';
import type { ReconnectingLink } from './reconnecting-link.js';
import {
  type Completion,
  type Entries,
  type RemotePrompt,
  type RemoteResource,
  type RemoteResourceTemplate,
  type RenderedPrompt,
  readCompletion,
  readContents,
  readEntries,
  readPrompt,
} from './remote-resources.js';

/** Options of one request for content. */
export interface ContentOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ListLimits {
  /** The remaining time in milliseconds. Default: the timeout for connecting. */
  readonly leftMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a server's lists, resources, prompts and completions. */
export class ServerContent {
  readonly #options: ConnectMcpOptions;
  readonly #link: ReconnectingLink;
  readonly #closed: AbortSignal;

  /** @param closed a signal that is aborted when the connection is closed */
  constructor(options: ConnectMcpOptions, link: ReconnectingLink, closed: AbortSignal) {
    this.#options = options;
    this.#link = link;
    this.#closed = closed;
  }

  listResources(options: ContentOptions = {}): Promise<readonly RemoteResource[]> {
    return this.#list('resources/list', 'resources', options);
  }

  listResourceTemplates(options: ContentOptions = {}): Promise<readonly RemoteResourceTemplate[]> {
    return this.#list('resources/templates/list', 'resourceTemplates', options);
  }

  listPrompts(options: ContentOptions = {}): Promise<readonly RemotePrompt[]> {
    return this.#list('prompts/list', 'prompts', options);
  }

  async readResource(uri: string, options: ContentOptions = {}): Promise<readonly ResourceContents[]> {
    return readContents(this.#server, await this.#request('resources/read', { uri }, options));
  }

  async getPrompt(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options: ContentOptions = {},
  ): Promise<RenderedPrompt> {
    return readPrompt(this.#server, await this.#request('prompts/get', { name, arguments: args }, options));
  }

  async complete(
    { resource, prompt, argument, value, given }: CompletionRequest,
    options: ContentOptions = {},
  ): Promise<Completion> {
    const ref =
      resource === undefined
        ? { type: 'ref/prompt', name: prompt ?? '' }
        : { type: 'ref/resource', uri: resource };
    const params = {
      ref,
      argument: { name: argument, value },
      ...(given === undefined ? {} : { context: { arguments: given } }),
    };
    return readCompletion(this.#server, await this.#request('completion/complete', params, options));
  }

  /**
   * Reads a list within the limits of the options, including the timeout for connecting.
   * @throws ToolwrightError `TOOL_TIMEOUT`, or an error thrown by `link.list`
   */
  async readList(
    link: Link,
    method: ListMethod,
    { leftMs, signal }: ListLimits = {},
  ): Promise<readonly unknown[]> {
    const { connectTimeoutMs: timeoutMs = CONNECT_MS } = this.#options;
    const { option, noun } = LISTS[method];
    const max = this.#options[option] ?? MAX_LISTED;
    const allowedMs = Math.floor(Math.max(leftMs ?? timeoutMs, 0));
    const deadline = AbortSignal.timeout(Math.min(allowedMs, LONGEST_TIMER_MS));
    const signals = [deadline, this.#closed, ...(signal === undefined ? [] : [signal])];
    try {
      return await link.list(method, { signal: AbortSignal.any(signals), max });
    } catch (error) {
      if (!deadline.aborted || signal?.aborted || this.#closed.aborted) throw error;
      throw toTimeout(error, { server: this.#server, doing: `while it listed its ${noun}`, timeoutMs });
    }
  }

  get #server(): string {
    return serverName(this.#options);
  }

  #request(method: string, params: JsonObject, options: ContentOptions): Promise<Record<string, unknown>> {
    return this.#link.use((link) => link.request(method, params, options));
  }

  async #list<Member extends keyof Entries>(
    method: ListMethod,
    member: Member,
    { signal }: ContentOptions,
  ): Promise<readonly Entries[Member][]> {
    const listed = await this.#link.use((link) => this.readList(link, method, { signal }));
    const { entries, bad } = readEntries(member, listed);
    for (const position of bad) {
      const message = `${this.#server} lists an invalid entry among its ${LISTS[method].noun}, at position ${position}.`;
      this.#options.onEvent?.({ type: 'warning', message, error: undefined });
    }
    return entries;
  }
}

export const CONNECT_MS = 30_000;
/** Beyond this number of entries, neither a model nor a person can choose. */
const MAX_LISTED = 2_000;
