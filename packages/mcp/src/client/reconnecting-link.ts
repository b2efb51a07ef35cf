import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage, isToolwrightError, shortenText, ToolwrightError } from '@toolwright/contract';
import { inSentence, serverName } from '../wire/transport.js';
import { authorize, canAuthorize } from './authorize.js';
import type { ConnectMcpOptions } from './connect-options.js';
import { isUnauthorized, isUnknownSession } from './failure.js';
import type { Link } from './link.js';
import { openLink } from './open-link.js';

export interface SessionListeners {
  /** Called when a session has started, except for the first one. */
  readonly onReopen: (link: Link) => Promise<void>;
  readonly onToolsChange: () => void;
  readonly onResourceChange: (uri: string) => void;
}

const ATTEMPTS = 5;
const MAX_DELAY_MS = 30_000;
/** The maximum length of warnings, because SDK errors can quote whole messages from the server. */
const MAX_WARNING = 2_000;
/** A session that ends sooner than this counts as a server failure, in milliseconds. */
const STABLE_MS = 10_000;

/** The connection to a server across sessions: a lost session is replaced by a new one. */
export class ReconnectingLink {
  readonly #options: ConnectMcpOptions;
  readonly #listeners: SessionListeners;
  readonly #end = new AbortController();
  #link: Link | undefined;
  #reopening: Promise<Link> | undefined;
  #authorizing: Promise<void> | undefined;
  #openedAt = 0;
  /** The revision of the latest session; empty before the first one. */
  #revision = '';
  /** The number of consecutive sessions that ended soon after they started. */
  #shortLives = 0;

  constructor(options: ConnectMcpOptions, listeners: SessionListeners) {
    this.#options = options;
    this.#listeners = listeners;
  }

  /** @throws ToolwrightError like `openLink` */
  async open(): Promise<Link> {
    const { signal } = this.#options;
    this.#link = await this.#openLink(signal === undefined ? [] : [signal]);
    return this.#link;
  }

  /**
   * Runs an action with the current session or a new one. If the session ends while the action is running, the action is not repeated,
   * because it may have taken effect. It is repeated only if the server refused it because of an unknown session or missing authorization.
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

  /** Prepares another attempt if the server has not executed the request. @throws the given error if another attempt would not help */
  async #makeUp(link: Link, error: unknown): Promise<void> {
    const cause = isToolwrightError(error) ? error.cause : undefined;
    const options = this.#options;
    if (isUnauthorized(cause) && canAuthorize(options)) {
      // All waiting requests share one authorization.
      this.#authorizing ??= authorize(link.line, options, this.#end.signal).finally(() => {
        this.#authorizing = undefined;
      });
      await this.#authorizing;
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
    throw new ToolwrightError('NETWORK', `${serverName(this.#options)} closed the connection.`, {
      blame: 'provider',
      hint: 'Call connectMcp again, or remove `reconnect: false`.',
    });
  }

  async #drop(link: Link): Promise<void> {
    this.#link = undefined;
    await link.close();
  }

  /** Opens a new session. All callers share one attempt. */
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
        // If this fails, the session is closed; otherwise, the next attempt would leave it and its process running.
        await this.#listeners.onReopen(link).catch((error) => this.#fail(link, error));
        this.#options.onEvent?.({ type: 'reconnect', attempt });
        return link;
      } catch (error) {
        if (attempt >= attempts || this.#end.signal.aborted) throw error;
      }
    }
  }

  async #fail(link: Link, error: unknown): Promise<never> {
    await this.#drop(link);
    throw error;
  }

  async #openLink(signals: readonly AbortSignal[]): Promise<Link> {
    const signal = AbortSignal.any([this.#end.signal, ...signals]);
    const onError = (error: Error): void => this.#warn(error);
    const { onToolsChange, onResourceChange } = this.#listeners;
    const link = await openLink(
      this.#knownOptions(),
      { onLost: () => this.#lost(), onToolsChange, onResourceChange, onError },
      signal,
    );
    this.#openedAt = performance.now();
    this.#revision = link.revision;
    return link;
  }

  /** Returns the options, with the older revision if the program is known to support only that one. */
  #knownOptions(): ConnectMcpOptions {
    const isOld = this.#options.command !== undefined && this.#revision < '2026-07-28';
    return isOld && this.#revision !== '' ? { ...this.#options, revision: '2025-11-25' } : this.#options;
  }

  #lost(): void {
    const { onEvent, reconnect } = this.#options;
    onEvent?.({ type: 'disconnect', reason: `${serverName(this.#options)} closed the connection.` });
    if (reconnect === false || this.#end.signal.aborted) return;
    this.#shortLives = performance.now() - this.#openedAt < STABLE_MS ? this.#shortLives + 1 : 0;
    // A server that keeps failing is not restarted until the next request.
    if (this.#shortLives > (reconnect?.attempts ?? ATTEMPTS)) return;
    this.#reopen().catch((error) => this.#warn(error));
  }

  #warn(error: unknown): void {
    const message = `${serverName(this.#options)}: ${shortenText(errorMessage(error), MAX_WARNING)}`;
    this.#options.onEvent?.({ type: 'warning', message, error });
  }

  #server(): string {
    return inSentence(serverName(this.#options));
  }
}
