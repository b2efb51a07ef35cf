import { textStart } from '@toolwright/contract';
import { jsonStart } from './reply-fields.js';

export type Warn = (message: string) => void;

/** Warns about unsupported reply content, so that nothing is lost silently. Each type of content is reported once. */
export class Unread {
  readonly #warn: Warn;
  readonly #kinds = new Set<string>();

  constructor(warn: Warn = () => undefined) {
    this.#warn = warn;
  }

  /** @param kind The type of content with an article, such as `an image`. */
  add(kind: string): void {
    this.#once(kind, `The reply contained ${kind}, which is ignored.`);
  }

  /** Reports a part, item or block of an unknown type, which the API may have added. */
  addType(noun: string, type: unknown): void {
    this.add(
      typeof type === 'string' ? `${noun} of type '${textStart(type, 60)}'` : `${noun} without a type`,
    );
  }

  /** Reports a stream event that is not part of the API. */
  addEvent(event: unknown): void {
    this.#once('event', `The stream contained an event that is ignored: ${jsonStart(event)}`);
  }

  #once(key: string, message: string): void {
    if (this.#kinds.has(key) || this.#kinds.size === MAX_KINDS) return;
    this.#kinds.add(key);
    this.#warn(message);
  }
}

/** The maximum number of warnings, because the provider may send any number of unknown types. */
const MAX_KINDS = 20;
