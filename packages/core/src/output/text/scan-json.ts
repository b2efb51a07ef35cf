/** What a look along an object or a list in a text has found. */
export interface JsonScan {
  /** Index of the opening bracket. */
  readonly start: number;
  /** Index behind the closing bracket; the end of the text where that is missing. */
  readonly end: number;
  /** What is still open at the end, outermost first; empty for a complete value. */
  readonly open: readonly OpenContainer[];
  /** Every string in it that has an end. */
  readonly strings: readonly JsonString[];
  /** The string that the end of the text stands in. */
  readonly string: OpenString | undefined;
}

export interface JsonString {
  /** Index of its opening quote. */
  readonly start: number;
  /** Index behind its closing quote. */
  readonly end: number;
}

export interface OpenString {
  /** Index behind its opening quote. */
  readonly start: number;
  /** What would close it. */
  readonly quote: string;
  /** Whether it is a member's name. */
  readonly isKey: boolean;
}

export interface OpenContainer {
  readonly closer: '}' | ']';
  /** Index behind its last complete member; undefined while it has none. */
  readonly safeEnd: number | undefined;
}

/**
 * Follows the object or list that begins at `start` to its end. Brackets in strings and comments do not count. What is valid
 * JSON is followed exactly; single quotes, comments and quotes that lack a backslash are understood as far as that goes.
 * @param limit Where the text counts as over. Default: its length.
 */
export function scanJson(text: string, start: number, limit = text.length): JsonScan {
  const scanner = new Scanner(text, limit);
  return scanner.scan(start);
}

interface Frame {
  readonly closer: '}' | ']';
  safeEnd: number | undefined;
  /** In an object: whether a member's name comes next. */
  key: boolean;
}

class Scanner {
  readonly #text: string;
  readonly #limit: number;
  readonly #frames: Frame[] = [];
  readonly #strings: JsonString[] = [];
  /** The last character that is neither space nor comment. */
  #previous = '';

  constructor(text: string, limit: number) {
    this.#text = text;
    this.#limit = limit;
  }

  scan(start: number): JsonScan {
    let position = start;
    while (position < this.#limit) {
      const character = this.#text.charAt(position);
      const quote = CLOSING_QUOTES.get(character);
      if (quote !== undefined && (character !== "'" || '{[,:'.includes(this.#previous))) {
        const end = this.#stringEnd(position, quote);
        if (end === undefined) return this.#result(start, this.#limit, { start: position + 1, quote });
        this.#strings.push({ start: position, end });
        this.#finishString(quote, end);
        position = end;
        continue;
      }
      const next = this.#commentEnd(position) ?? this.#step(character, position);
      if (this.#frames.length === 0) return this.#result(start, next);
      position = next;
    }
    return this.#result(start, this.#limit);
  }

  /** Takes one character outside of strings and comments. */
  #step(character: string, position: number): number {
    const frame = this.#frames.at(-1);
    if (character === '{') this.#frames.push({ closer: '}', safeEnd: undefined, key: true });
    else if (character === '[') this.#frames.push({ closer: ']', safeEnd: undefined, key: false });
    else if (character === '}' || character === ']') this.#close(character, position + 1);
    else if (frame && character === ':') frame.key = false;
    else if (frame && character === ',') this.#finishMember(frame, position);
    if (/\S/.test(character)) this.#previous = character;
    return position + 1;
  }

  #close(closer: '}' | ']', end: number): void {
    const level = this.#frames.findLastIndex((frame) => frame.closer === closer);
    // A bracket that closes nothing is left to the repair.
    if (level < 0) return;
    this.#frames.length = level;
    const parent = this.#frames.at(-1);
    if (parent) parent.safeEnd = end;
  }

  #finishString(quote: string, end: number): void {
    const frame = this.#frames.at(-1);
    if (frame && !frame.key) frame.safeEnd = end;
    this.#previous = quote;
  }

  /** At a comma: what stands before it is complete, unless it is a name without a value. */
  #finishMember(frame: Frame, position: number): void {
    if (!frame.key && !'{[,:'.includes(this.#previous)) frame.safeEnd = position;
    frame.key = frame.closer === '}';
  }

  /** Index behind the quote that ends the string; a quote within the text of a string is none. */
  #stringEnd(start: number, quote: string): number | undefined {
    for (let position = start + 1; position < this.#limit; position += 1) {
      const character = this.#text.charAt(position);
      if (character === '\\') position += 1;
      else if (character === quote && endsString(this.#text, position + 1, this.#limit)) return position + 1;
    }
    return undefined;
  }

  #commentEnd(position: number): number | undefined {
    if (this.#text.charAt(position) !== '/') return undefined;
    const kind = this.#text.charAt(position + 1);
    // `http://…` without quotes is no comment.
    if (kind === '/' && this.#text.charAt(position - 1) !== ':') return this.#find('\n', position, 0);
    return kind === '*' ? this.#find('*/', position + 2, 2) : undefined;
  }

  #find(ending: string, from: number, length: number): number {
    const index = this.#text.indexOf(ending, from);
    return index < 0 ? this.#limit : Math.min(index + length, this.#limit);
  }

  #result(start: number, end: number, string?: { readonly start: number; readonly quote: string }): JsonScan {
    const open = this.#frames.map(({ closer, safeEnd }) => ({ closer, safeEnd }));
    const isKey = this.#frames.at(-1)?.key === true;
    return { start, end, open, strings: this.#strings, string: string && { ...string, isKey } };
  }
}

const CLOSING_QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['`', '`'],
]);

/** Whether a quote before `position` ends a string: in JSON `, : } ]` follow, else comments, other strings or the end. */
function endsString(text: string, position: number, limit: number): boolean {
  let next = position;
  while (next < limit && /\s/.test(text.charAt(next))) next += 1;
  return next >= limit || ',:}]"\'/#+;=)`“'.includes(text.charAt(next));
}
