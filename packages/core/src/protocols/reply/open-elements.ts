import type { ReplyItem } from './reply-items.js';

interface OpenElement {
  /** The number of items before it. */
  readonly index: number;
  readonly startsLine: boolean;
  isOpen: boolean;
}

/** The elements that are open at a position in a reply, and the calls in them. The calls become text once their element is closed. */
export class OpenElements<Call> {
  readonly #byName = new Map<string, OpenElement[]>();
  #all: OpenElement[] = [];
  #held: { readonly item: ReplyItem<Call>; readonly index: number; readonly adjoins: boolean }[] = [];
  #count = 0;
  #depth = 0;

  /** The number of elements opened so far. */
  get opened(): number {
    return this.#all.length;
  }

  open(name: string, startsLine: boolean): void {
    const element = { index: this.#count, startsLine, isOpen: true };
    const elements = this.#byName.get(name);
    if (elements === undefined) this.#byName.set(name, [element]);
    else elements.push(element);
    this.#all.push(element);
    this.#depth++;
  }

  /** Closes an element. Comments do not nest, so one end mark closes all of them. */
  close(name: string): void {
    const elements = this.#byName.get(name) ?? [];
    const isNested = !/^[-\]]/.test(name);
    for (let element = elements.pop(); element !== undefined; element = elements.pop()) {
      if (!element.isOpen) continue;
      this.#end(element);
      while ((this.#held.at(-1)?.index ?? -1) >= element.index) this.#held.pop()?.item.quote();
      if (isNested) return;
    }
  }

  /** Drops the elements opened after the first `opened` ones: they are in code and therefore text. */
  dropSince(opened: number): void {
    for (const element of this.#all.splice(opened)) if (element.isOpen) this.#end(element);
  }

  /** @param adjoins whether the item directly follows the opening tag */
  hold(item: ReplyItem<Call>, adjoins: boolean): void {
    if (this.#depth === 0) return;
    item.holds++;
    this.#held.push({ item, index: this.#count++, adjoins });
  }

  clear(): void {
    this.#byName.clear();
    this.#all = [];
    this.#held = [];
    this.#depth = 0;
  }

  /**
   * Called at the end of the text. An open element that starts a line or directly precedes a call contains all of the remaining text.
   * Any other open tag was only mentioned.
   */
  finish(): void {
    const onLine = this.#all.find(({ isOpen, startsLine }) => isOpen && startsLine);
    let isInside = false;
    for (const { item, index, adjoins } of this.#held) {
      isInside ||= index >= (onLine?.index ?? Number.POSITIVE_INFINITY) || (adjoins && item.kind === 'call');
      if (isInside) item.refuse('nested');
      item.release();
    }
    this.clear();
  }

  #end(element: OpenElement): void {
    element.isOpen = false;
    this.#depth--;
  }
}
