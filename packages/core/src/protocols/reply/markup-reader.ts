/** Receives the elements that tags in the text open and close. */
export interface ElementListener {
  /** @param startsLine whether only whitespace precedes the tag on its line */
  open(name: string, startsLine: boolean): void;
  close(name: string): void;
}

/**
 * Finds elements, comments and CDATA sections in streamed text, and special tokens such as `<|foo|>` and `<unused94>`. Does not
 * buffer the text.
 */
export class MarkupReader {
  readonly #listener: ElementListener;
  #state: 'text' | 'name' | 'rest' = 'text';
  #name = '';
  #startsLine = false;
  #previous = '';
  /** The end marks of open comments and CDATA sections. */
  readonly #asides = new Set<string>();
  /** The last characters of an open comment or CDATA section. */
  #tail = '';
  #token = '';
  #isAtOpening = false;

  constructor(listener: ElementListener) {
    this.#listener = listener;
  }

  /** Whether only whitespace has followed the last opening tag. */
  get isAtOpening(): boolean {
    return this.#isAtOpening;
  }

  /**
   * Reads a chunk and returns whether a special token ends in it.
   * @param startsLine whether only whitespace precedes the text on its line
   */
  read(text: string, startsLine: boolean): boolean {
    let hasToken = false;
    let end = 0;
    this.#isAtOpening &&= text.trim() === '';
    for (let at = this.#next(text, 0); at < text.length; at = this.#next(text, at + 1)) {
      const char = text.charAt(at);
      const wasOpen = this.#isAtOpening;
      this.#step(char, startsLine && at === 0);
      hasToken = this.#endsToken(char) || hasToken;
      if (!wasOpen && this.#isAtOpening) end = at + 1;
      else this.#isAtOpening &&= char.trim() === '';
    }
    this.#isAtOpening &&= text.slice(end).trim() === '';
    return hasToken;
  }

  /** Called when the open tag turns out to be text. */
  reset(): void {
    this.#state = 'text';
  }

  /** Skips to the next possible tag. */
  #next(text: string, from: number): number {
    if (this.#state !== 'text' || this.#asides.size > 0 || this.#token !== '') return from;
    const next = text.indexOf('<', from);
    return next === -1 ? text.length : next;
  }

  #step(char: string, startsLine: boolean): void {
    if (this.#asides.size > 0) this.#endAside(char);
    if (char === '<') {
      this.#state = 'name';
      this.#name = '';
      this.#startsLine = startsLine;
    } else if (this.#state === 'name') this.#readName(char);
    else if (this.#state === 'rest' && char === '>') this.#end(this.#previous === '/');
    this.#previous = char;
  }

  #endsToken(char: string): boolean {
    if (char === '<') this.#token = char;
    else if (this.#token === '') return false;
    else if (/\s/.test(char) || this.#token.length >= MAX_TOKEN) this.#token = '';
    else this.#token += char;
    if (char !== '>') return false;
    const isToken = TOKEN.test(this.#token);
    this.#token = '';
    return isToken;
  }

  #readName(char: string): void {
    const name = this.#name + char;
    const asideEnd = ASIDES.get(name);
    if (char === '>') this.#end(false);
    else if (asideEnd !== undefined) {
      this.#state = 'text';
      this.#tail = '';
      this.#asides.add(asideEnd);
      this.#open(asideEnd);
    } else if (PREFIX.test(name)) this.#name = name;
    else this.#state = NAMED.test(this.#name) && /[\s/]/.test(char) ? 'rest' : 'text';
  }

  #end(isEmpty: boolean): void {
    this.#state = 'text';
    const name = this.#name.toLowerCase();
    if (name.startsWith('/')) this.#listener.close(name.slice(1));
    else if (NAMED.test(name) && !isEmpty && !VOID.has(name)) this.#open(name);
  }

  #open(name: string): void {
    this.#listener.open(name, this.#startsLine);
    this.#isAtOpening = true;
  }

  #endAside(char: string): void {
    this.#tail = (this.#tail + char).slice(-3);
    if (this.#asides.delete(this.#tail)) this.#listener.close(this.#tail);
  }
}

/** Maps the opening marks of comments and CDATA sections, without `<`, to their end marks. */
const ASIDES: ReadonlyMap<string, string> = new Map([
  ['!--', '-->'],
  ['![CDATA[', ']]>'],
]);

/** The characters that can start an XML name. @see https://www.w3.org/TR/xml/#NT-NameStartChar */
const START =
  ':_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\udfff\\uf900-\\ufdcf\\ufdf0-\\uff5b\\uff5d-\\ufffd';

const NAMED = new RegExp(`^/?[${START}]`, 'i');

/** Matches text that can become a tag name, or the start of a comment or CDATA section. */
const PREFIX = new RegExp(
  `^(?:/?(?:[${START}][${START}0-9.\\u00b7\\u0300-\\u036f\\u203f\\u2040-]{0,60})?|!-?|!\\[(?:C(?:D(?:A(?:T(?:A)?)?)?)?)?)$`,
  'i',
);

/** HTML elements without content, and tags that models write at the start of a turn. */
const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr s bos pad unk'.split(' '),
);

/** Special tokens are shorter than this. */
const MAX_TOKEN = 80;

/** Matches special tokens: text with a bar at one or both ends, or a known name with a number. */
const TOKEN =
  /^<\/?(?:[|｜][^<>]*[^<>|｜][|｜]?|[^<>|｜][^<>]*[|｜]|(?:special|unused|reserved|extra_id|ctrl)(?:_?token)?[_-]?\d+)>$/i;
