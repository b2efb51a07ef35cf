import type { Message } from '@toolwright/contract';

/** Detects blocks of a reply that repeat part of the conversation, ignoring whitespace. Such blocks are not the model's own. */
export class Echoes {
  readonly #texts: readonly string[];
  #plain: readonly string[] | undefined;

  /** @param mark a pattern that matches every block of the protocol */
  constructor(messages: readonly Message[], mark: RegExp) {
    this.#texts = messages.flatMap(textsOf).filter((text) => mark.test(text));
  }

  /** Whether the conversation contains anything that could be repeated. */
  get isPossible(): boolean {
    return this.#texts.length > 0;
  }

  has(block: string): boolean {
    if (!this.isPossible) return false;
    this.#plain ??= this.#texts.map(withoutSpace);
    const wanted = withoutSpace(block);
    return this.#plain.some((text) => text.includes(wanted));
  }
}

function textsOf({ role, content }: Message): string[] {
  if (role === 'system' || role === 'developer' || !content) return [];
  if (typeof content === 'string') return [content];
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
