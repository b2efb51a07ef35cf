import { LONGEST_TIMER_MS } from '@toolwright/contract';
import { LISTS, type ListMethod } from '../wire/listed.js';
import { serverName } from '../wire/transport.js';
import type { ConnectMcpOptions } from './connect-options.js';
import { toTimeout } from './failure.js';
import type { Link } from './link.js';

export interface ListLimits {
  /** The time left in milliseconds. Default: the timeout for connecting. */
  readonly leftMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Reads the lists of a server within the limits of the options. */
export class ListReader {
  readonly #options: ConnectMcpOptions;
  readonly #closed: AbortSignal;

  /** @param closed aborted when the connection is closed */
  constructor(options: ConnectMcpOptions, closed: AbortSignal) {
    this.#options = options;
    this.#closed = closed;
  }

  /**
   * Reads a list. The timeout for connecting applies to it.
   * @throws ToolwrightError `TOOL_TIMEOUT`, or as `link.list`
   */
  async read(
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
      const server = serverName(this.#options);
      throw toTimeout(error, { server, doing: `while it listed its ${noun}`, timeoutMs });
    }
  }
}

export const CONNECT_MS = 30_000;
/** More entries than any model or person can choose from. */
const MAX_LISTED = 2_000;
