/** One request to a model and its reply, as sent and received. */
export interface Exchange {
  readonly request: string;
  readonly reply: string;
}

/** A `fetch` that keeps a copy of each request and reply. */
export class WireTap {
  #exchanges: Promise<Exchange>[] = [];

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = typeof init?.body === 'string' ? init.body : '';
    const response = await fetch(input, init);
    const copy = response.clone();
    this.#exchanges.push(copy.text().then((reply) => ({ request, reply })));
    return response;
  };

  /** The exchanges since the last call. */
  async take(): Promise<readonly Exchange[]> {
    const exchanges = this.#exchanges;
    this.#exchanges = [];
    return Promise.all(exchanges);
  }
}
