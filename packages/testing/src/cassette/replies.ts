import { canonicalJson } from '@toolwright/json';
import type { Exchange, RecordedReply, RecordedRequest } from './exchange.js';
import { haveSameSecrets, withoutDigests } from './mark-secrets.js';

interface Recorded {
  readonly text: string;
  readonly reply: RecordedReply;
}

/** Recorded replies by the content of their requests. Each is used once, in the order of the recording. */
export class Replies {
  readonly #queues = new Map<string, Recorded[]>();
  readonly #repeat: boolean;

  /** @param repeat whether the last reply to a request is used again */
  constructor(exchanges: readonly Exchange[], repeat: boolean) {
    this.#repeat = repeat;
    for (const { request, reply } of exchanges) {
      const text = canonicalJson(request);
      const key = withoutDigests(text);
      const queue = this.#queues.get(key);
      if (queue === undefined) this.#queues.set(key, [{ text, reply }]);
      else queue.push({ text, reply });
    }
  }

  take(request: RecordedRequest): RecordedReply | undefined {
    const text = canonicalJson(request);
    const queue = this.#queues.get(withoutDigests(text)) ?? [];
    const isMeant = (one: Recorded): boolean => one.text === text || haveSameSecrets(one.text, text);
    const index = queue.findIndex(isMeant);
    const found = queue[index];
    const isLast = !queue.slice(index + 1).some(isMeant);
    if (found !== undefined && !(this.#repeat && isLast)) queue.splice(index, 1);
    return found?.reply;
  }
}
