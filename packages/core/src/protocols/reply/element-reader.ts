/** What the tags of a text open and close. */
export interface ElementListener {
  /** @param startsLine whether nothing but space stands before the tag on its line */
  open(name: string, startsLine: boolean): void;
  close(name: string): void;
}

/** Finds the elements, comments and CDATA sections of a text while it passes. It holds nothing back. */
export class ElementReader {
  readonly #listener: ElementListener;
  #state: 'text' | 'name' | 'rest' = 'text';
  #name = '';
  #startsLine = false;
  #previous = '';
  /** The marks that end the comment and the CDATA section that are open. */
  readonly #asides = new Set<string>();
  /** The last characters, while one of them is open. */
  #tail = '';
  #isAtOpening = false;

  constructor(listener: ElementListener) {
    this.#listener = listener;
  }

  /** Whether nothing but space has come since the last tag that opens an element. */
  get isAtOpening(): boolean {
    return this.#isAtOpening;
  }

  /** @param startsLine whether nothing but space stands before the text on its line */
  read(text: string, startsLine: boolean): void {
    this.#isAtOpening &&= text.trim() === '';
    let end = 0;
    for (let at = this.#next(text, 0); at < text.length; at = this.#next(text, at + 1)) {
      const wasOpen = this.#isAtOpening;
      this.#step(text.charAt(at), startsLine && at === 0);
      if (!wasOpen && this.#isAtOpening) end = at + 1;
      else this.#isAtOpening &&= text.charAt(at).trim() === '';
    }
    this.#isAtOpening &&= text.slice(end).trim() === '';
  }

  /** A tag that has begun is none. */
  reset(): void {
    this.#state = 'text';
  }

  /** Only the beginning of a tag is of interest, where none has begun. */
  #next(text: string, from: number): number {
    if (this.#state !== 'text' || this.#asides.size > 0) return from;
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

  #readName(char: string): void {
    const name = this.#name + char;
    const isAside = ASIDES.has(name);
    if (char === '>') this.#end(false);
    else if (isAside) {
      this.#state = 'text';
      this.#openAside(name);
    } else if (PREFIX.test(name)) this.#name = name;
    else this.#state = NAMED.test(this.#name) && /[\s/]/.test(char) ? 'rest' : 'text';
  }

  #end(isEmpty: boolean): void {
    this.#state = 'text';
    const name = this.#name.toLowerCase();
    const closes = name.startsWith('/');
    if (closes) this.#listener.close(name.slice(1));
    else if (NAMED.test(name) && !isEmpty && !VOID.has(name)) {
      this.#open(name);
    }
  }

  #openAside(name: string): void {
    const end = ASIDES.get(name) ?? '';
    this.#tail = '';
    this.#asides.add(end);
    this.#open(end);
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

/** How comments and CDATA sections begin behind `<`, and their ends. */
const ASIDES: ReadonlyMap<string, string> = new Map([
  ['!--', '-->'],
  ['![CDATA[', ']]>'],
]);

/** What a name in XML begins with, but for the bar of a special token. @see https://www.w3.org/TR/xml/#NT-NameStartChar */
const START =
  ':_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\udfff\\uf900-\\ufdcf\\ufdf0-\\uff5b\\uff5d-\\ufffd';

const NAMED = new RegExp(`^/?[${START}]`, 'i');

/** What may become the name of a tag, or the beginning of a comment or of a CDATA section. */
const PREFIX = new RegExp(
  `^(?:/?(?:[${START}][${START}0-9.\\u00b7\\u0300-\\u036f\\u203f\\u2040-]{0,60})?|!-?|!\\[(?:C(?:D(?:A(?:T(?:A)?)?)?)?)?)$`,
  'i',
);

/** Elements of HTML without content, and what models write at the beginning of a turn. */
const VOID: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
  ...['s', 'bos', 'pad', 'unk'],
]);
