import type { Client } from '@modelcontextprotocol/client';
import { ToolwrightError } from '@toolwright/contract';
import type { Link } from './link.js';
import { listenTo } from './listen-to.js';

type Listener = (uri: string) => void;

/** The resources whose changes this client follows, across the sessions with their server. */
export class ResourceSubscriptions {
  readonly #server: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Ends what listens to the server since 2026-07-28. */
  #end: (() => void) | undefined;

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
    const others = this.#listeners.get(uri);
    if (others === undefined) {
      this.#listeners.set(uri, new Set([added]));
      try {
        await this.#subscribe(link, [uri]);
      } catch (error) {
        this.#listeners.delete(uri);
        throw error;
      }
    } else others.add(added);
    return () => {
      const left = this.#listeners.get(uri);
      left?.delete(added);
      return left?.size === 0 && this.#listeners.delete(uri);
    };
  }

  async remove(link: Link, uri: string): Promise<void> {
    if (isModern(link.client)) await this.#subscribe(link, []);
    else await link.request('resources/unsubscribe', { uri }, {});
  }

  /** A new session knows of no subscriptions, and all resources may have changed. */
  async renew(link: Link): Promise<void> {
    if (this.#listeners.size === 0) return;
    await this.#subscribe(link, [...this.#listeners.keys()]);
    this.#reportAll();
  }

  report(uri: string): void {
    for (const listener of [...(this.#listeners.get(uri) ?? [])]) listener(uri);
  }

  close(): void {
    this.#end?.();
    this.#listeners.clear();
  }

  #reportAll(): void {
    for (const uri of [...this.#listeners.keys()]) this.report(uri);
  }

  /** Since 2026-07-28, one request asks for all resources; before that, one for each. */
  async #subscribe(link: Link, uris: readonly string[]): Promise<void> {
    if (!isModern(link.client)) {
      for (const uri of uris) await link.request('resources/subscribe', { uri }, {});
      return;
    }
    const before = this.#end;
    const all = [...this.#listeners.keys()];
    this.#end =
      all.length === 0
        ? undefined
        : await listenTo(link.client, { resourceSubscriptions: all }, () => this.#reportAll());
    before?.();
  }
}

function isModern(client: Client): boolean {
  return client.getProtocolEra() === 'modern';
}
