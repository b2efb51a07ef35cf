import { textStart } from '@toolwright/contract';
import { jsonStart } from './reply-fields.js';

export type Warn = (message: string) => void;

/** Says what a reply held that is not read, so that nothing vanishes without a word. Each kind is reported once. */
export class Unread {
  readonly #warn: Warn;
  readonly #kinds = new Set<string>();

  constructor(warn: Warn = () => undefined) {
    this.#warn = warn;
  }

  /** @param kind with its article, such as `an image` */
  add(kind: string): void {
    this.#once(kind, `The reply held ${kind}, which is not read.`);
  }

  /** A part, an item or a block whose type the API may have got since. */
  addType(noun: string, type: unknown): void {
    this.add(
      typeof type === 'string' ? `${noun} of type '${textStart(type, 60)}'` : `${noun} without a type`,
    );
  }

  /** An event of a stream that is none of the API. */
  addEvent(event: unknown): void {
    this.#once('event', `The stream held an event that is not read: ${jsonStart(event)}`);
  }

  #once(key: string, message: string): void {
    if (this.#kinds.has(key) || this.#kinds.size === MAX_KINDS) return;
    this.#kinds.add(key);
    this.#warn(message);
  }
}

/** The kinds are the provider's words, of which there may be any number. */
const MAX_KINDS = 20;
