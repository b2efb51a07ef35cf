import { canonicalJson } from '@toolwright/json';
import type { Exchange, RecordedReply, RecordedRequest } from './exchange.js';

/** Recorded replies by the content of their requests. Each is used once, in the order of the recording. */
export class Replies {
  readonly #queues = new Map<string, RecordedReply[]>();
  readonly #repeat: boolean;

  /** @param repeat whether the last reply to a request is used again */
  constructor(exchanges: readonly Exchange[], repeat: boolean) {
    this.#repeat = repeat;
    for (const { request, reply } of exchanges) {
      const key = canonicalJson(request);
      const queue = this.#queues.get(key);
      if (queue === undefined) this.#queues.set(key, [reply]);
      else queue.push(reply);
    }
  }

  take(request: RecordedRequest): RecordedReply | undefined {
    const queue = this.#queues.get(canonicalJson(request)) ?? [];
    return this.#repeat && queue.length === 1 ? queue[0] : queue.shift();
  }
}
