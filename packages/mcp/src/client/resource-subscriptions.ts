import type { Client } from '@modelcontextprotocol/client';
import { ToolwrightError } from '@toolwright/contract';
import { toFailure } from './failure.js';
import type { Link } from './link.js';
import { listenTo } from './listen-to.js';

type Listener = (uri: string) => void;

interface Followed {
  readonly listeners: Set<Listener>;
  /** Settles when the server has answered the subscription. */
  readonly ready: Promise<void>;
}

/** The resource subscriptions of a connection, across its sessions. */
export class ResourceSubscriptions {
  readonly #server: string;
  readonly #followed = new Map<string, Followed>();
  /** Ends the current subscription of revision 2026-07-28. */
  #end: (() => void) | undefined;
  /** Settles once the latest request that subscribes to all resources is answered. */
  #turn: Promise<void> = Promise.resolve();
  /** The request that is waiting for the latest one. */
  #next: Promise<void> | undefined;

  /** @param server the server's name, for error messages */
  constructor(server: string) {
    this.#server = server;
  }

  /**
   * Adds a listener for changes of a resource.
   * @returns a function that removes the listener and returns true if no other listener of the resource remains
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
    // Each call adds a separate function, so that a listener that was added twice can be removed once.
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
    // A listener may have been added in the meantime, and the server can answer requests in any order.
    if (this.#followed.has(uri)) await link.request('resources/subscribe', { uri }, {});
  }

  /** Subscribes again in a new session, and reports all resources as changed, because they may have changed in the meantime. */
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
    // The request starts only after the resource was added to the map, because one request can include several resources.
    const ready = Promise.resolve().then(ask);
    const followed: Followed = { listeners: new Set(), ready };
    this.#followed.set(uri, followed);
    ready.catch(() => this.#forget(uri, followed));
    return followed;
  }

  #forget(uri: string, followed: Followed): boolean {
    return this.#followed.get(uri) === followed && this.#followed.delete(uri);
  }

  /** Subscribes to all resources at once, as required since 2026-07-28. Resources added during a request share the next one. */
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

  /** Replaces the subscription. If this fails, the previous one remains. */
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
      throw toFailure(error, { server: this.#server, doing, timeoutMs: link.settings.timeoutMs });
    }
    before?.();
  }
}

function isModern(client: Client): boolean {
  return client.getProtocolEra() === 'modern';
}
