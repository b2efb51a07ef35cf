import type { Client } from '@modelcontextprotocol/client';
import { ToolwrightError } from '@toolwright/contract';
import { toFailure } from './failure.js';
import type { Link } from './link.js';
import { listenTo } from './listen-to.js';

type Listener = (uri: string) => void;

/** Who follows a resource. */
interface Followed {
  readonly listeners: Set<Listener>;
  /** Settles when the server has answered. */
  readonly ready: Promise<void>;
}

/** The resources whose changes this client follows, across the sessions with their server. */
export class ResourceSubscriptions {
  readonly #server: string;
  readonly #followed = new Map<string, Followed>();
  /** Ends what listens to the server since 2026-07-28. */
  #end: (() => void) | undefined;
  /** Settles when the latest request for all resources is answered. */
  #turn: Promise<void> = Promise.resolve();
  /** The request that waits for its turn. */
  #next: Promise<void> | undefined;

  /** @param server for errors */
  constructor(server: string) {
    this.#server = server;
  }

  /**
   * @returns a function that removes the listener; true if nobody follows the resource any more
   * @throws ToolwrightError `UNSUPPORTED` if the server does not report changes
   */
  async add(link: Link, uri: string, listener: Listener): Promise<() => boolean> {
    if (link.client.getServerCapabilities()?.resources?.subscribe !== true) {
      const message = `${this.#server} does not report changes of its resources.`;
      throw new ToolwrightError('UNSUPPORTED', message, {
        blame: 'provider',
        hint: 'Read the resource again.',
      });
    }
    // Each call adds a function of its own, so that one listener may be added twice and ended once.
    const added: Listener = (changed) => listener(changed);
    const followed = this.#followed.get(uri) ?? this.#follow(link, uri);
    followed.listeners.add(added);
    await followed.ready;
    return () => {
      followed.listeners.delete(added);
      return followed.listeners.size === 0 && this.#forget(uri, followed);
    };
  }

  async remove(link: Link, uri: string): Promise<void> {
    if (isModern(link.client)) return this.#listen(link);
    await link.request('resources/unsubscribe', { uri }, {});
    // Somebody may have begun to follow it in the meantime; the server need not answer in order.
    if (this.#followed.has(uri)) await link.request('resources/subscribe', { uri }, {});
  }

  /** A new session knows of no subscriptions, and all resources may have changed. */
  async renew(link: Link): Promise<void> {
    if (this.#followed.size === 0) return;
    const uris = [...this.#followed.keys()];
    if (isModern(link.client)) await this.#inTurn(() => this.#replace(link, 'retry'));
    else for (const uri of uris) await link.request('resources/subscribe', { uri }, {});
    this.#reportAll();
  }

  report(uri: string): void {
    for (const listener of [...(this.#followed.get(uri)?.listeners ?? [])]) listener(uri);
  }

  close(): void {
    this.#end?.();
    this.#end = undefined;
    this.#followed.clear();
  }

  #reportAll(): void {
    for (const uri of [...this.#followed.keys()]) this.report(uri);
  }

  #follow(link: Link, uri: string): Followed {
    const ask = isModern(link.client)
      ? () => this.#listen(link)
      : async () => void (await link.request('resources/subscribe', { uri }, {}));
    // Begins when the resource is in the map: one request may ask for several.
    const ready = Promise.resolve().then(ask);
    const followed: Followed = { listeners: new Set(), ready };
    this.#followed.set(uri, followed);
    ready.catch(() => this.#forget(uri, followed));
    return followed;
  }

  #forget(uri: string, followed: Followed): boolean {
    return this.#followed.get(uri) === followed && this.#followed.delete(uri);
  }

  /** Since 2026-07-28, one request asks for all resources. Those that come while it is under way share the next one. */
  #listen(link: Link): Promise<void> {
    this.#next ??= this.#inTurn(() => {
      this.#next = undefined;
      return this.#replace(link, 'throw');
    });
    return this.#next;
  }

  #inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(action);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** If it fails, the request before stays. */
  async #replace(link: Link, refusal: 'throw' | 'retry'): Promise<void> {
    const before = this.#end;
    const all = [...this.#followed.keys()];
    try {
      this.#end =
        all.length === 0
          ? undefined
          : await listenTo(link.client, { resourceSubscriptions: all }, () => this.#reportAll(), { refusal });
    } catch (error) {
      const doing = 'during subscriptions/listen';
      throw toFailure(error, { server: this.#server, doing, timeoutMs: link.timeoutMs });
    }
    before?.();
  }
}

function isModern(client: Client): boolean {
  return client.getProtocolEra() === 'modern';
}
