import {
  type Client,
  LOG_LEVEL_META_KEY,
  type RequestOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { ResultSchema } from '@modelcontextprotocol/core';
import { formatCount, isRecord, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { CALL_RESULT, CREATED_TASK } from '../wire/border.js';
import { MAX_MESSAGE_BYTES } from '../wire/limit-response.js';
import { isListMethod, LISTS, type ListMethod, putBack } from '../wire/listed.js';
import { sizeOf } from '../wire/size-of.js';
import type { Line } from '../wire/transport.js';
import { lost, toFailure } from './failure.js';
import { findHeaderFault } from './header-declarations.js';

export interface LinkSettings {
  /** The server's name, for error messages. */
  readonly server: string;
  readonly timeoutMs: number;
  /** Whether to request the tools' log messages. */
  readonly logs: boolean;
}

export interface RequestSettings extends Pick<RequestOptions, 'onprogress'> {
  readonly signal?: AbortSignal | undefined;
  /** The timeout of this request. Default: the timeout of the connection. */
  readonly timeoutMs?: number | undefined;
}

export interface ListSettings {
  readonly signal: AbortSignal;
  /** The maximum number of entries. */
  readonly max: number;
}

/** One session with a server, from the negotiation of the revision until it closes. */
export class Link {
  /** The time at which connecting began, after the person authorized this client. */
  readonly begunAt = performance.now();
  readonly #end = new AbortController();
  /** The input schemas of the listed tools, by tool name. */
  readonly #inputSchemas = new Map<unknown, unknown>();
  /** The names of tools that can only be called as tasks. */
  readonly #asTasks = new Set<unknown>();

  constructor(
    readonly client: Client,
    readonly line: Line,
    readonly settings: LinkSettings,
  ) {}

  get isOpen(): boolean {
    return this.client.transport !== undefined && !this.line.border.failed.aborted;
  }

  /** The negotiated protocol revision. */
  get revision(): string {
    return this.client.getNegotiatedProtocolVersion() ?? '';
  }

  /** Whether arguments can also be sent as HTTP headers. */
  get usesHeaders(): boolean {
    return (
      this.client.getProtocolEra() === 'modern' &&
      this.line.transport instanceof StreamableHTTPClientTransport
    );
  }

  /** Aborted when the session ends. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Returns the reason a tool cannot be used in this session, or undefined if it can. */
  findFault(tool: unknown): string | undefined {
    const { inputSchema } = Object(tool);
    if (needsTask(tool) && !this.#offersTasks) {
      return 'can only be called as a task, which the server does not offer';
    }
    return this.usesHeaders ? findHeaderFault(inputSchema) : undefined;
  }

  /**
   * Calls a tool.
   * @param onTask called if the server turns the call into a task; returns the task's result
   * @returns the unvalidated result
   */
  async callTool(
    name: string,
    args: unknown,
    settings: RequestSettings,
    onTask: (created: unknown) => Promise<unknown>,
  ): Promise<unknown> {
    const task = this.#asTasks.has(name) ? { task: {} } : {};
    const params = { name, arguments: { ...Object(args) }, ...this.#logLevel(), ...task };
    // Since 2026-07-28, input schemas can require arguments as HTTP headers. Output schemas are omitted: results are validated later.
    const inputSchema = { ...Object(this.#inputSchemas.get(name)), type: 'object' as const };
    const toolDefinition = { name, inputSchema };
    const result = await this.#request(`while '${name}' was running`, settings, (options) =>
      this.client.callTool(params, { ...options, toolDefinition }),
    );
    return CREATED_TASK in result ? onTask(result[CREATED_TASK]) : (result[CALL_RESULT] ?? result);
  }

  /**
   * Reads all pages of a list. The entries are not validated.
   * @throws ToolwrightError `INVALID_RESPONSE` for a response without a list, or for a list that is too long or never ends
   */
  async list(method: ListMethod, { signal, max }: ListSettings): Promise<readonly unknown[]> {
    const { capability, member, noun, option } = LISTS[method];
    if (this.client.getServerCapabilities()?.[capability] === undefined) return [];
    const entries: unknown[] = [];
    const cursors = new Set<string>();
    let size = 0;
    let cursor: string | undefined;
    while (cursors.size < MAX_PAGES) {
      const result = await this.request(method, cursor === undefined ? {} : { cursor }, { signal });
      const page = result[member];
      if (!Array.isArray(page)) throw this.#invalid(`a response without a list of ${noun}`);
      if (entries.length + page.length > max) {
        const hint = `Set \`${option}\` to allow more.`;
        throw this.#invalid(`a list of more than ${formatCount(max)} ${noun}`, hint);
      }
      size += sizeOf(page);
      if (size > MAX_MESSAGE_BYTES) throw this.#invalid(`a list of ${noun} that is too large`);
      for (const entry of page) entries.push(entry);
      if (typeof result.nextCursor !== 'string') {
        if (member === 'tools') this.#takeTools(entries);
        return entries;
      }
      cursor = result.nextCursor;
      if (cursors.has(cursor)) throw this.#invalid(`a list of ${noun} that repeats a cursor`);
      cursors.add(cursor);
    }
    throw this.#invalid(`a list of ${noun} with more than ${formatCount(MAX_PAGES)} pages`);
  }

  #takeTools(tools: readonly unknown[]): void {
    this.#inputSchemas.clear();
    this.#asTasks.clear();
    for (const tool of tools) {
      const { name, inputSchema } = Object(tool);
      this.#inputSchemas.set(name, inputSchema);
      if (needsTask(tool) && this.#isOld) this.#asTasks.add(name);
    }
  }

  /** Whether the revision is older than 2026-07-28. In newer revisions, the server alone decides which calls become tasks. */
  get #isOld(): boolean {
    return this.client.getProtocolEra() !== 'modern';
  }

  get #offersTasks(): boolean {
    const { tasks } = Object(this.client.getServerCapabilities());
    return !this.#isOld || isRecord(Object(Object(tasks).requests).tools?.call);
  }

  /** Returns the parameters that request log messages. Since 2026-07-28, servers send log messages only on request. */
  #logLevel(): object {
    const asks = this.settings.logs && this.client.getProtocolEra() === 'modern';
    return asks ? { _meta: { [LOG_LEVEL_META_KEY]: 'info' } } : {};
  }

  /** Sends a request. @returns the unvalidated result */
  async request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    settings: RequestSettings,
  ): Promise<Record<string, unknown>> {
    const result = await this.#request(`during ${method}`, settings, (options) =>
      this.client.request({ method, params: { ...params } }, ResultSchema, options),
    );
    // Restores results that were hidden from the SDK.
    if (CREATED_TASK in result) return Object(result[CREATED_TASK]);
    if (CALL_RESULT in result) return Object(result[CALL_RESULT]);
    return isListMethod(method) ? putBack(method, result) : result;
  }

  end(): void {
    this.#end.abort();
  }

  /** Closes the session without calling `onLost`. */
  async close(): Promise<void> {
    this.end();
    this.client.onclose = () => undefined;
    await this.client.close();
  }

  /** Sends a request and watches the stream of its response. */
  async #request<Result>(
    doing: string,
    { signal, onprogress, timeoutMs = this.settings.timeoutMs }: RequestSettings,
    send: (options: RequestOptions) => Promise<Result>,
  ): Promise<Result> {
    const { server } = this.settings;
    const cut = new AbortController();
    const { failed } = this.line.border;
    const signals = [cut.signal, failed, ...(signal === undefined ? [] : [signal])];
    try {
      return await this.line.watch.run(
        (reason) => cut.abort(reason),
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
      const reason: unknown = failed.aborted ? failed.reason : cut.signal.reason;
      if (isToolwrightError(reason)) throw reason;
      if (cut.signal.aborted || !this.isOpen) throw lost(server, doing, error, this.line.stderr());
      throw toFailure(error, { server, doing, timeoutMs });
    }
  }

  #invalid(what: string, hint?: string): ToolwrightError {
    const message = `${this.settings.server} sent ${what}.`;
    return new ToolwrightError('INVALID_RESPONSE', message, { blame: 'provider', hint });
  }
}

const MAX_PAGES = 1_000;

function needsTask(tool: unknown): boolean {
  return Object(Object(tool).execution).taskSupport === 'required';
}
