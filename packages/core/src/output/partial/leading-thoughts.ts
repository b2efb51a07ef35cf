import { textEnd } from '@toolwright/contract';
import { findThoughtTags } from '../../protocols/thought-tags.js';

/** Removes thoughts from the start of a streamed reply. */
export class LeadingThoughts {
  /** Text that may still turn out to be thoughts. */
  #text = '';
  #isThinking = false;

  /** Reads the next chunk and returns the text after the thoughts, once it has started. */
  push(piece: string): string {
    this.#text = this.#isThinking ? this.#text + piece : (this.#text + piece).trimStart();
    if (!this.#isThinking) {
      if (MAY_OPEN.test(this.#text)) return '';
      const [tag] = findThoughtTags(this.#text);
      if (tag?.index !== 0 || tag.closing) return this.#text;
      this.#isThinking = true;
    }
    const end = findThoughtTags(this.#text).find(({ closing }) => closing)?.end;
    if (end === undefined) {
      this.#text = textEnd(this.#text, TAG_LENGTH);
      return '';
    }
    const rest = this.#text.slice(end);
    this.#text = '';
    this.#isThinking = false;
    return this.push(rest);
  }
}

/** At least the length of the longest opening thought tag, including attributes. */
const TAG_LENGTH = 250;

/** Matches text that may still become an opening thought tag. */
const MAY_OPEN = /^(?:<[^<>]{0,230}|\[(?:T(?:H(?:I(?:NK?)?)?)?)?|◁[a-z]{0,5})?$/;
