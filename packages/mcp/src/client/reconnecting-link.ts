import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import type { ConnectMcpOptions } from './connect-options.js';
import { isUnauthorized, isUnknownSession } from './failure.js';
import type { Link } from './link.js';
import { openLink } from './open-link.js';
import { serverName } from './transport.js';

/** Told of what happens to the sessions with one server. */
export interface SessionListeners {
  /** A new session has begun, the first one excepted. */
  readonly onReopen: (link: Link) => Promise<void>;
  readonly onToolsChange: () => void;
}

const ATTEMPTS = 5;
const MAX_DELAY_MS = 30_000;
/** How long a session has to last to be no sign of a server that keeps failing. */
const STABLE_MS = 10_000;

/** The way to a server, across its sessions: one that is lost is replaced by a new one. */
export class ReconnectingLink {
  readonly #options: ConnectMcpOptions;
  readonly #listeners: SessionListeners;
  readonly #end = new AbortController();
  #link: Link | undefined;
  #reopening: Promise<Link> | undefined;
  #openedAt = 0;
  /** Sessions in a row that ended soon after they had begun. */
  #shortLives = 0;

  constructor(options: ConnectMcpOptions, listeners: SessionListeners) {
    this.#options = options;
    this.#listeners = listeners;
  }

  /** @throws ToolwrightError See `openLink`. */
  async open(): Promise<Link> {
    const { signal } = this.#options;
    this.#link = await this.#openLink(signal === undefined ? [] : [signal]);
    return this.#link;
  }

  /**
   * Does something with the session that there is, or with the next one. What was under way when a session ended is not repeated, since
   * it may have been done; only what a server has refused because it no longer knew the session is.
   */
  async use<Result>(action: (link: Link) => Promise<Result>): Promise<Result> {
    const link = await this.#ready();
    try {
      return await action(link);
    } catch (error) {
      await this.#makeUp(link, error);
      return action(await this.#ready());
    }
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#reopening?.catch(() => undefined);
    await this.#link?.close();
  }

  /** @throws The error itself, unless the server has done nothing yet, and would do it if it were asked again. */
  async #makeUp(link: Link, error: unknown): Promise<void> {
    const cause = isToolwrightError(error) ? error.cause : undefined;
    const authorizationCode = this.#options.url === undefined ? undefined : this.#options.authorizationCode;
    if (isUnauthorized(cause) && authorizationCode !== undefined) {
      await link.authorize(await authorizationCode());
    } else if (isUnknownSession(cause) && !this.#isReplaced(link)) {
      await this.#drop(link);
    } else {
      throw error;
    }
  }

  #isReplaced(link: Link): boolean {
    return this.#options.reconnect === false || this.#link !== link;
  }

  async #ready(): Promise<Link> {
    if (this.#end.signal.aborted) {
      const message = `The connection to ${this.#server()} is closed.`;
      throw new ToolwrightError('NETWORK', message, { blame: 'developer', hint: 'Call connectMcp again.' });
    }
    if (this.#link?.isOpen) return this.#link;
    if (this.#options.reconnect !== false) return this.#reopen();
    throw new ToolwrightError('NETWORK', `${serverName(this.#options)} has ended.`, {
      blame: 'provider',
      hint: 'Call connectMcp again, or allow it to reconnect.',
    });
  }

  async #drop(link: Link): Promise<void> {
    this.#link = undefined;
    await link.close();
  }

  /** One attempt at a time, whoever waits for it. */
  #reopen(): Promise<Link> {
    this.#reopening ??= this.#tryAgain().finally(() => {
      this.#reopening = undefined;
    });
    return this.#reopening;
  }

  async #tryAgain(): Promise<Link> {
    const { attempts = ATTEMPTS, delayMs = 250 } = this.#options.reconnect || {};
    for (let attempt = 1; ; attempt += 1) {
      const delay = Math.min(delayMs * 2 ** (this.#shortLives + attempt - 1), MAX_DELAY_MS);
      await sleep(delay, undefined, { signal: this.#end.signal }).catch(() => undefined);
      try {
        const link = await this.#openLink([]);
        this.#link = link;
        await this.#listeners.onReopen(link);
        this.#options.onEvent?.({ type: 'reconnect', attempt });
        return link;
      } catch (error) {
        if (attempt >= attempts || this.#end.signal.aborted) throw error;
      }
    }
  }

  async #openLink(signals: readonly AbortSignal[]): Promise<Link> {
    const signal = AbortSignal.any([this.#end.signal, ...signals]);
    const onError = (error: Error): void => this.#warn(error);
    const { onToolsChange } = this.#listeners;
    const link = await openLink(
      this.#options,
      { onLost: () => this.#lost(), onToolsChange, onError },
      signal,
    );
    this.#openedAt = performance.now();
    return link;
  }

  #lost(): void {
    const { onEvent, reconnect } = this.#options;
    onEvent?.({ type: 'disconnect', reason: `${serverName(this.#options)} has ended.` });
    if (reconnect === false || this.#end.signal.aborted) return;
    this.#shortLives = performance.now() - this.#openedAt < STABLE_MS ? this.#shortLives + 1 : 0;
    // One that ends again and again is left alone until somebody needs it.
    if (this.#shortLives > (reconnect?.attempts ?? ATTEMPTS)) return;
    this.#reopen().catch((error) => this.#warn(error));
  }

  #warn(error: unknown): void {
    const message = `${serverName(this.#options)}: ${errorMessage(error)}`;
    this.#options.onEvent?.({ type: 'warning', message, error });
  }

  #server(): string {
    return serverName(this.#options).replace(/^The/, 'the');
  }
}
