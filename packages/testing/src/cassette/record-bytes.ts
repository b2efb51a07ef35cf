import { sha256 } from '@toolwright/json';

const DATA_URL = /^data:([^;,]*)[^,]*;base64,/i;
const MAX_HEAD = 200;
/** Characters of base64, with about 150 bytes. No text of people has words of this length. */
const MIN_LENGTH = 200;
const MIN_LINE = 60;
const OTHERS = /[^\w+/=-]+/g;

/** Replaces bytes in texts by marks, because the redactor could find in them what looks like a key. */
export class Bytes {
  readonly #descriptions: string[] = [];

  /** @param isBytes whether the place is for bytes, also for few */
  hide(text: string, isBytes: boolean): string {
    const [head = '', type = ''] = DATA_URL.exec(text.slice(0, MAX_HEAD)) ?? [];
    const lines = text.slice(head.length).split(/\r?\n/);
    const data = lines.join('').trim();
    const isLong = data.length >= MIN_LENGTH && lines.slice(0, -1).every(({ length }) => length >= MIN_LINE);
    if ((head !== '' || isBytes || isLong) && isBase64(data)) return this.#mark(data, type);
    return text.length >= MIN_LENGTH || /;base64,/i.test(text) ? this.#hideWords(text) : text;
  }

  /** Puts descriptions in the place of the marks. */
  describe(text: string): string {
    return text.replace(/⟦bytes (\d+)⟧/g, (mark, index) => this.#descriptions[Number(index)] ?? mark);
  }

  /** Within other text. Not with one pattern, whose search would need too much memory for megabytes. */
  #hideWords(text: string): string {
    const found: string[] = [];
    let start = 0;
    const add = (end: number): void => {
      const word = text.slice(start, end);
      const isBytes =
        word.length >= MIN_LENGTH || /;base64,$/i.test(text.slice(Math.max(0, start - 8), start));
      found.push(isBytes && isBase64(word) ? this.#mark(word, '') : word);
    };
    for (const { 0: others, index } of text.matchAll(OTHERS)) {
      add(index);
      found.push(others);
      start = index + others.length;
    }
    add(text.length);
    return found.join('');
  }

  #mark(data: string, type: string): string {
    const kind = type === '' ? '' : `${type}, `;
    this.#descriptions.push(`[${kind}${Buffer.from(data, 'base64').length} bytes, sha256 ${sha256(data)}]`);
    return `⟦bytes ${this.#descriptions.length - 1}⟧`;
  }
}

function isBase64(text: string): boolean {
  const padding = text.indexOf('=');
  return text !== '' && !/[^\w+/=-]/.test(text) && (padding === -1 || padding >= text.length - 2);
}
