import {
  type CallToolResult,
  type Client,
  LOG_LEVEL_META_KEY,
  type RequestOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { ResultSchema } from '@modelcontextprotocol/core';
import { formatCount, ToolwrightError } from '@toolwright/contract';
import { isListMethod, LISTS, type ListMethod, putBack } from '../wire/listed.js';
import { finishAuthorization, type Line } from '../wire/transport.js';
import type { AuthorizationCode } from './connect-options.js';
import { lost, toFailure } from './failure.js';

export interface LinkSettings {
  /** For errors. */
  readonly server: string;
  readonly timeoutMs: number;
  /** Whether log messages of tools are wanted. */
  readonly logs: boolean;
}

/** Settings of one request. */
export interface RequestSettings extends Pick<RequestOptions, 'onprogress'> {
  readonly signal?: AbortSignal | undefined;
}

export interface ListSettings {
  readonly signal: AbortSignal;
  /** The longest list that is read. */
  readonly max: number;
}

/** One session with a server, from the negotiation of the protocol's revision to its end. */
export class Link {
  readonly client: Client;
  readonly #line: Line;
  readonly #settings: LinkSettings;
  /** As the server listed them, by the tool's name. */
  readonly #inputSchemas = new Map<unknown, unknown>();

  constructor(client: Client, line: Line, settings: LinkSettings) {
    this.client = client;
    this.#line = line;
    this.#settings = settings;
  }

  get isOpen(): boolean {
    return this.client.transport !== undefined;
  }

  /** The revision of the protocol that both sides speak. */
  get revision(): string {
    return this.client.getNegotiatedProtocolVersion() ?? '';
  }

  /** Whether arguments may be sent as HTTP headers, too. */
  get usesHeaders(): boolean {
    return (
      this.client.getProtocolEra() === 'modern' &&
      this.#line.transport instanceof StreamableHTTPClientTransport
    );
  }

  callTool(name: string, args: unknown, settings: RequestSettings): Promise<CallToolResult> {
    const params = { name, arguments: { ...Object(args) }, ...this.#logLevel() };
    // Since 2026-07-28 the input schema may ask for arguments as HTTP headers. Results are validated by us.
    const inputSchema = { ...Object(this.#inputSchemas.get(name)), type: 'object' as const };
    const toolDefinition = { name, inputSchema };
    return this.#request(`while '${name}' was running`, settings, (options) =>
      this.client.callTool(params, { ...options, toolDefinition }),
    );
  }

  /**
   * Everything that the server lists, not validated yet.
   * @throws ToolwrightError `INVALID_RESPONSE` for a response without a list, or for a list that is too long or never ends
   */
  async list(method: ListMethod, { signal, max }: ListSettings): Promise<readonly unknown[]> {
    const { capability, member, noun, option } = LISTS[method];
    if (this.client.getServerCapabilities()?.[capability] === undefined) return [];
    const entries: unknown[] = [];
    const cursors = new Set<string>();
    let cursor: string | undefined;
    while (cursors.size < MAX_PAGES) {
      const result = await this.request(method, cursor === undefined ? {} : { cursor }, { signal });
      const page = result[member];
      if (!Array.isArray(page)) throw this.#invalid(`no list of ${noun}`);
      if (entries.length + page.length > max) {
        const hint = `Set \`${option}\` if so many are wanted.`;
        throw this.#invalid(`a list of more than ${formatCount(max)} ${noun}`, hint);
      }
      for (const entry of page) {
        entries.push(entry);
        if (member === 'tools') this.#inputSchemas.set(Object(entry).name, Object(entry).inputSchema);
      }
      if (typeof result.nextCursor !== 'string') return entries;
      cursor = result.nextCursor;
      if (cursors.has(cursor)) throw this.#invalid(`a list of ${noun} that leads back to itself`);
      cursors.add(cursor);
    }
    throw this.#invalid(`a list of ${noun} with more than ${formatCount(MAX_PAGES)} pages`);
  }

  /** Since 2026-07-28 a server sends log messages only to a request that asks for them. */
  #logLevel(): object {
    const asks = this.#settings.logs && this.client.getProtocolEra() === 'modern';
    return asks ? { _meta: { [LOG_LEVEL_META_KEY]: 'info' } } : {};
  }

  /** @returns what the server wrote */
  async request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    settings: RequestSettings,
  ): Promise<Record<string, unknown>> {
    const result = await this.#request(`during ${method}`, settings, (options) =>
      this.client.request({ method, params: { ...params } }, ResultSchema, options),
    );
    return isListMethod(method) ? putBack(method, result) : result;
  }

  /** Exchanges the authorization code for access; the session continues. */
  async authorize(code: AuthorizationCode): Promise<void> {
    await finishAuthorization(this.#line, code);
  }

  /** Does not call `onLost`. */
  async close(): Promise<void> {
    this.client.onclose = () => undefined;
    await this.client.close();
  }

  /** Sends a request and watches the stream with its answer. */
  async #request<Result>(
    doing: string,
    { signal, onprogress }: RequestSettings,
    send: (options: RequestOptions) => Promise<Result>,
  ): Promise<Result> {
    const { server, timeoutMs } = this.#settings;
    const cut = new AbortController();
    const signals = signal === undefined ? [cut.signal] : [cut.signal, signal];
    try {
      return await this.#line.watch.run(
        () => cut.abort(),
        () =>
          send({
            timeout: timeoutMs,
            resetTimeoutOnProgress: true,
            signal: AbortSignal.any(signals),
            onprogress: onprogress ?? (() => undefined),
          }),
      );
    } catch (error) {
      if (signal?.aborted) {
        throw new ToolwrightError('ABORTED', `The request was aborted ${doing}.`, {
          blame: 'user',
          cause: error,
        });
      }
      if (cut.signal.aborted || !this.isOpen) throw lost(server, doing, error, this.#line.stderr());
      throw toFailure(error, { server, doing, timeoutMs });
    }
  }

  #invalid(what: string, hint?: string): ToolwrightError {
    const message = `${this.#settings.server} sent ${what}.`;
    return new ToolwrightError('INVALID_RESPONSE', message, { blame: 'provider', hint });
  }
}

const MAX_PAGES = 1_000;
