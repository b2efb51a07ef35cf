import { ObjectScanner } from '@toolwright/json';
import type { BlockScanner } from './reply/grammar.js';
import { TagMatcher } from './reply/tag-matcher.js';

/**
 * Reads one block of the XML protocol, starting at its opening tag. A closing tag within a JSON string does not end the block. Without
 * a closing tag, the block ends with its JSON or at the next block.
 */
export class XmlBlockScanner implements BlockScanner {
  raw: string;
  rest = '';
  over = false;
  /** Whether the closing tag was read. */
  closed = false;
  object: ObjectScanner | undefined;
  /** The text before the JSON, such as an opening fence; all text if there is no JSON. */
  words = '';
  readonly opening: string;
  #tag: TagMatcher | undefined;
  /** Whether JSON can still start. */
  #leads = true;
  /** The text after the JSON. */
  #tail = '';

  constructor(opening: string) {
    this.opening = opening;
    this.raw = opening;
  }

  /** The text between the tags. */
  get content(): string {
    return this.raw.slice(this.opening.length);
  }

  /** Whether other text precedes the closing tag after the JSON. */
  get isMixed(): boolean {
    return this.closed && this.#tail.replaceAll('`', '').trim() !== '';
  }

  push(text: string, from: number): number {
    let index = from;
    while (index < text.length && !this.over) index = this.#step(text, index);
    return index;
  }

  end(): void {
    if (this.closed) return;
    // An unfinished tag belongs to the text after the JSON, or to a block without JSON.
    if (!this.over && this.#tag !== undefined) this.#keep(this.#tag.token);
    this.over = true;
    if (this.object?.closed !== true) {
      this.object?.end();
      return;
    }
    this.rest = this.#tail + this.rest;
    this.#tail = '';
  }

  #step(text: string, index: number): number {
    if (this.#tag !== undefined) return this.#readTag(this.#tag, text.charAt(index), index);
    const { object } = this;
    if (object !== undefined && !object.over) {
      const end = object.push(text, index);
      this.raw += text.slice(index, end);
      return end;
    }
    const char = text.charAt(index);
    if (char === '<') this.#tag = new TagMatcher(TAGS);
    else if ((char === '{' || char === '[') && object === undefined && this.#leads) {
      this.#leads = LEAD.test(this.words);
      if (this.#leads) this.object = new ObjectScanner(MEMBERS, '<`');
      return index;
    } else this.#keep(char);
    return index + 1;
  }

  #readTag(tag: TagMatcher, char: string, index: number): number {
    const found = tag.push(char);
    if (found === true) return index + 1;
    this.#tag = undefined;
    if (found === false) {
      this.#keep(tag.token);
      return index;
    }
    this.over = true;
    if (found.closing) {
      this.raw += this.#tail + tag.token;
      this.closed = true;
    } else this.rest = tag.token;
    if (found.closing) return index + 1;
    this.end();
    return index + 1;
  }

  #keep(text: string): void {
    if (this.object?.closed === true) this.#tail += text;
    else {
      this.words += text;
      this.raw += text;
      this.#leads &&= this.words.length < MAX_LEAD;
    }
  }
}

const TAGS = ['tool_call'];
const MEMBERS = ['name', 'parameters', 'arguments'];
/** Whitespace and an opening fence are shorter than this. */
const MAX_LEAD = 60;
/** Matches text that may precede the JSON. */
const LEAD = /^\s*(?:```\w*\s*)?$/;
