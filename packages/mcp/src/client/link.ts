import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { type CallToolResult, CallToolResultSchema, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { ToolwrightError } from '@toolwright/contract';
import { lost, toFailure } from './failure.js';
import type { Line } from './transport.js';

export interface LinkSettings {
  /** For errors. */
  readonly server: string;
  readonly timeoutMs: number;
}

/** Settings of one request. */
export interface RequestSettings extends Pick<RequestOptions, 'onprogress'> {
  readonly signal?: AbortSignal | undefined;
}

/** One session with a server, from `initialize` to its end. */
export class Link {
  readonly client: Client;
  readonly #line: Line;
  readonly #settings: LinkSettings;

  constructor(client: Client, line: Line, settings: LinkSettings) {
    this.client = client;
    this.#line = line;
    this.#settings = settings;
  }

  get isOpen(): boolean {
    return this.client.transport !== undefined;
  }

  callTool(name: string, args: unknown, settings: RequestSettings): Promise<CallToolResult> {
    const params = { name, arguments: { ...Object(args) } };
    return this.#request(`while '${name}' was running`, settings, (options) =>
      this.client.request({ method: 'tools/call', params }, CallToolResultSchema, options),
    );
  }

  /**
   * Everything that the server lists, not validated yet.
   * @throws ToolwrightError `INVALID_RESPONSE` for a response without a list, or a list that never ends
   */
  async listTools(): Promise<readonly unknown[]> {
    if (this.client.getServerCapabilities()?.tools === undefined) return [];
    const tools: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const result = await this.request('tools/list', cursor === undefined ? {} : { cursor }, {});
      if (!Array.isArray(result.tools)) throw this.#invalid('no list of tools');
      tools.push(...result.tools);
      if (typeof result.nextCursor !== 'string') return tools;
      cursor = result.nextCursor;
    }
    throw this.#invalid(`a list of tools with more than ${MAX_PAGES} pages`);
  }

  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    settings: RequestSettings,
  ): Promise<Record<string, unknown>> {
    return this.#request(`during ${method}`, settings, (options) =>
      this.client.request({ method, params: { ...params } }, ResultSchema, options),
    );
  }

  /** Exchanges the authorization code for access; the session continues. */
  async authorize(code: string): Promise<void> {
    const { transport } = this.#line;
    if (transport instanceof StreamableHTTPClientTransport) await transport.finishAuth(code);
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

  #invalid(what: string): ToolwrightError {
    return new ToolwrightError('INVALID_RESPONSE', `${this.#settings.server} sent ${what}.`, {
      blame: 'provider',
    });
  }
}

const MAX_PAGES = 100;
