import { isSpace, QUOTES } from '../characters.js';
import { decodeEscape, endsEscape } from '../escapes.js';

/** A member of the scanned object itself, not of a nested value. */
export interface ScannedMember {
  /** The start and end of its value, relative to the object's opening brace. */
  start: number;
  end: number;
  /** The text of a string value. */
  text: string | undefined;
  count: number;
}

type State = 'structure' | 'string' | 'escape' | 'quote' | 'slash' | 'line-comment' | 'comment';

/**
 * Scans one JSON object to its closing brace, chunk by chunk, in one pass and without recursion. It recognises strings, comments and
 * brackets, so it also finds the end of JSON with common mistakes. It reads only the strings of the requested members. A quote ends a
 * string if `,`, `:`, `}` or `]` follows, as in valid JSON; any other quote is part of the string.
 */
export class ObjectScanner {
  /** The text read so far, starting with the brace. */
  raw = '';
  readonly rest = '';
  closed = false;
  /** Whether a character that cannot occur outside strings ended the scan. */
  stopped = false;
  isList = false;
  /** Whether the text contains a requested name in capital letters. */
  isFolded = false;
  readonly members = new Map<string, ScannedMember>();
  /** The member names, up to a limit. */
  readonly keys = new Set<string>();
  readonly #wanted: ReadonlySet<string>;
  readonly #stops: string;
  readonly #streamed: string | undefined;
  #fresh = '';
  #state: State = 'structure';
  #level = 0;
  #braces = 0;
  #isKey = true;
  #key = '';
  #member: ScannedMember | undefined;
  #closer = '';
  #escape = '';
  /** A quote that may end the string, including the whitespace after it. */
  #ending = '';
  #sink: 'key' | 'value' | undefined;
  #previous = '';
  #inkEnd = 0;
  #length = 0;

  /**
   * @param stops Characters that end the scan outside strings.
   * @param streamed The member whose text {@link take} returns as it arrives.
   */
  constructor(wanted: Iterable<string>, stops: string, streamed?: string) {
    this.#wanted = new Set(wanted);
    this.#stops = stops;
    this.#streamed = streamed;
  }

  get over(): boolean {
    return this.closed || this.stopped;
  }

  /** Whether the text ends within a string. */
  get isCut(): boolean {
    return this.#state === 'string' || this.#state === 'escape';
  }

  /** The member name within which the text ends. */
  get unfinishedKey(): string | undefined {
    return this.#level === 1 && this.#isKey ? this.#key : undefined;
  }

  /** Reads the text starting at an index. Returns the index after the part that belongs to the object. */
  push(text: string, from: number): number {
    let index = from;
    const base = this.#length - from;
    while (index < text.length && !this.over) index = this.#step(text, index, base);
    this.raw += text.slice(from, index);
    this.#length = base + index;
    return index;
  }

  /** Returns the text that the streamed member received since the last call. */
  take(): string {
    const fresh = this.#fresh;
    this.#fresh = '';
    return fresh;
  }

  /** Marks the end of the text. */
  end(): void {
    if (this.#state === 'quote') this.#endString(this.#length);
    if (!this.closed) this.#endMember(this.#inkEnd);
  }

  #step(text: string, index: number, base: number): number {
    const char = text.charAt(index);
    switch (this.#state) {
      case 'string':
        return this.#readString(text, index);
      case 'escape':
        return this.#readEscape(char, index);
      case 'quote':
        return this.#readEnding(char, index, base);
      case 'slash':
        return this.#beginComment(char, index);
      case 'line-comment':
        if (char === '\n') this.#state = 'structure';
        return index + 1;
      case 'comment':
        if (this.#ending === '*' && char === '/') this.#state = 'structure';
        this.#ending = char;
        return index + 1;
      case 'structure':
        return this.#readStructure(char, index, base + index);
    }
  }

  #readStructure(char: string, index: number, offset: number): number {
    if (isSpace(char.charCodeAt(0))) return index + 1;
    if (char === '/') {
      this.#state = 'slash';
      return index + 1;
    }
    const isTemplate = char === '`' && this.#previous === ':';
    if (this.#stops.includes(char) && !isTemplate) {
      this.stopped = true;
      return index;
    }
    if (this.#member !== undefined && this.#member.start < 0) this.#member.start = offset;
    const closer = isTemplate ? char : CLOSERS.get(char);
    if (closer !== undefined && (char !== "'" || '{[,:'.includes(this.#previous))) {
      this.#beginString(closer);
    } else this.#readMark(char, offset);
    if (!this.closed && char !== ',') this.#inkEnd = offset + 1;
    this.#previous = char;
    return index + 1;
  }

  #readMark(char: string, offset: number): void {
    if (char === '{' || char === '[') {
      this.#level++;
      if (char === '{') this.#braces++;
      this.isList ||= this.#previous === '' && char === '[';
    } else if (char === ']') this.#closeBracket(offset);
    else if (char === '}') this.#closeBrace(offset);
    else if (this.#level !== 1) return;
    else if (char === ':' && this.#isKey) this.#beginValue();
    else if (char === ',') {
      this.#endMember(this.#inkEnd);
      this.#isKey = true;
      this.#key = '';
    } else if (this.#isKey) this.#key += char;
  }

  #closeBracket(offset: number): void {
    this.#level = Math.max(this.isList ? 0 : 1, this.#level - 1);
    if (this.#level > 0) return;
    this.closed = true;
    this.#inkEnd = offset + 1;
  }

  #closeBrace(offset: number): void {
    this.#level = Math.max(1, this.#level - 1);
    if (--this.#braces > 0 || this.isList) return;
    this.#endMember(this.#inkEnd);
    this.closed = true;
    this.#inkEnd = offset + 1;
  }

  #beginValue(): void {
    this.#isKey = false;
    this.#foldKey();
    if (this.keys.size < MAX_KEYS) this.keys.add(this.#key);
    if (!this.#wanted.has(this.#key)) return;
    const first = this.members.get(this.#key);
    const count = (first?.count ?? 0) + 1;
    this.#member = { start: -1, end: -1, text: undefined, count };
    // The first occurrence is used, because text that was already shown cannot be retracted.
    if (first === undefined) this.members.set(this.#key, this.#member);
    else first.count = count;
  }

  /** Replaces the current key with the requested name if they differ only in case. */
  #foldKey(): void {
    const folded = this.#key.toLowerCase();
    if (folded === this.#key || !this.#wanted.has(folded)) return;
    this.#key = folded;
    this.isFolded = true;
  }

  #endMember(end: number): void {
    if (this.#member !== undefined && this.#member.end < 0) this.#member.end = end;
    this.#member = undefined;
  }

  #beginString(closer: string): void {
    this.#state = 'string';
    this.#closer = closer;
    this.#sink = undefined;
    if (this.#level !== 1) return;
    if (this.#isKey) {
      this.#sink = 'key';
      this.#key = '';
    } else if (this.#member !== undefined && this.#member.text === undefined) {
      this.#sink = 'value';
      this.#member.text = '';
    }
  }

  #readString(text: string, from: number): number {
    let index = from;
    for (; index < text.length; index++) {
      const char = text.charAt(index);
      if (char === '\\' || char === this.#closer) break;
    }
    if (index > from) this.#add(text.slice(from, index));
    if (index === text.length) return index;
    if (text.charAt(index) === '\\') {
      this.#state = 'escape';
      this.#escape = '\\';
    } else {
      this.#state = 'quote';
      this.#ending = this.#closer;
    }
    return index + 1;
  }

  #readEscape(char: string, index: number): number {
    this.#escape += char;
    if (endsEscape(this.#escape)) {
      this.#state = 'string';
      // An unknown escape is kept as is. Models write \\' although JSON has no such escape.
      this.#add(decodeEscape(this.#escape) ?? (this.#escape === "\\'" ? "'" : this.#escape));
    }
    return index + 1;
  }

  #readEnding(char: string, index: number, base: number): number {
    if (isSpace(char.charCodeAt(0))) {
      this.#ending += char;
      return index + 1;
    }
    if (this.#isEnding(char)) this.#endString(base + index - this.#ending.length + 1);
    else {
      this.#state = 'string';
      this.#add(this.#ending);
    }
    return index;
  }

  #isEnding(char: string): boolean {
    if (char === '/' || this.#stops.includes(char)) return true;
    // A comma may be missing at the end of a line.
    if (CLOSERS.has(char)) return this.#ending.includes('\n');
    if (this.#level !== 1) return ',:}]'.includes(char);
    return this.#isKey ? char === ':' : char === ',' || char === '}';
  }

  #endString(offset: number): void {
    this.#state = 'structure';
    this.#inkEnd = offset;
    this.#sink = undefined;
  }

  #add(text: string): void {
    if (this.#sink === 'key') this.#key += text;
    else if (this.#sink === 'value' && this.#member !== undefined) {
      this.#member.text = (this.#member.text ?? '') + text;
      if (this.#key === this.#streamed && this.#member.count === 1) this.#fresh += text;
    }
  }

  #beginComment(char: string, index: number): number {
    this.#ending = '';
    if (char === '/' || char === '*') {
      this.#state = char === '/' ? 'line-comment' : 'comment';
      return index + 1;
    }
    this.#state = 'structure';
    return index;
  }
}

/** The maximum number of names to keep: enough to recognise an object. */
const MAX_KEYS = 32;

/** Backticks and single typographic quotes also occur outside strings. */
const CLOSERS: ReadonlyMap<string, string> = new Map(
  [...QUOTES].filter(([opener]) => '"\'“'.includes(opener)),
);
