import type { TextFilter } from './tool-call-protocol.js';
import { OPEN_TAG, readXmlReply } from './xml-blocks.js';

/** Shows text up to the first `<tool_call>`; what comes then is shown only if it turns out at the end to be no call. */
export class XmlFilter implements TextFilter {
  #held = '';
  #inBlock = false;

  push(text: string): string {
    this.#held += text;
    if (this.#inBlock) return '';
    const start = this.#held.indexOf(OPEN_TAG);
    this.#inBlock = start !== -1;
    const end = this.#inBlock ? start : this.#held.length - suspectLength(this.#held);
    return this.#release(this.#held.slice(0, end).trimEnd().length);
  }

  end(): string {
    return this.#release(readXmlReply(this.#held).text.length);
  }

  #release(length: number): string {
    const shown = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return shown;
  }
}

/** How much of the end of a text may be the beginning of a tag. */
function suspectLength(text: string): number {
  const start = text.lastIndexOf('<');
  return start !== -1 && OPEN_TAG.startsWith(text.slice(start)) ? text.length - start : 0;
}
