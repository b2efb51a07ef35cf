/** One request to a model and its reply, as they went over the wire. */
export interface Exchange {
  readonly request: string;
  readonly reply: string;
}

/** A `fetch` that keeps a copy of what goes over the wire. */
export class WireTap {
  #exchanges: Promise<Exchange>[] = [];

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = typeof init?.body === 'string' ? init.body : '';
    const response = await fetch(input, init);
    const copy = response.clone();
    this.#exchanges.push(copy.text().then((reply) => ({ request, reply })));
    return response;
  };

  /** What has gone over the wire since the last time. */
  async take(): Promise<readonly Exchange[]> {
    const exchanges = this.#exchanges;
    this.#exchanges = [];
    return Promise.all(exchanges);
  }
}
