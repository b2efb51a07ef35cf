import {
  isSecretMember,
  isSecretName,
  isSecretParameter,
  mayBeSecretName,
  plainName,
} from '@toolwright/contract';
import { Ends } from './ends.js';
import { isOpaque, isWord, PASSWORD_NAME, WORD_END } from './secret-forms.js';
import type { Span } from './spans.js';

const NAMES = String.raw`(?:(\\{0,15})(["'])((?:[^"'\\\n:=]|\\{1,4}u[\da-fA-F]{4}){1,64})\1\2|(?:(?<![\w.])|(?<=%[\dA-F]{2}))([A-Za-z_][\w.-]{0,127}))[ \t]{0,8}`;
/** What code writes between a name and text in quotes: `: string =` and `?: &'static str =`, Go's `string =` and `:=`, `"] =`, `=>`, `|| `. */
const ASSIGNMENT = [
  String.raw`[?!]?:[ \t]{0,8}[&*[\w](?:[\w.<>[\]|&?* ]|::|'static){0,60}=`,
  String.raw`(?<=\w[ \t]{1,8})[[\]*\w.]{1,40}[ \t]{1,8}=(?=[ \t])`,
  String.raw`\][ \t]{0,8}(?::?=|(?<=["']\][ \t]{0,8}):|[|?]{2}=?)`,
  '[|?]{2}=?|:?=|=>',
].join('|');
/** Matches a name and its separator in code, JSON, JSON within JSON, YAML, `.env` files, headers and queries. */
const NAME = new RegExp(
  String.raw`${NAMES}(?:(?:${ASSIGNMENT})[ \t]{0,8}(?:[rRbBuU@L]{1,2}(?=["'][^\s"',;)\]}]))?(?=\\{0,15}["'${'`'}])|\*{0,2}:(?!:)\*{0,2}[ \t\n]{0,8}|=(?!>)[ \t]{0,8}|%3[AaDd])`,
  'g',
);
const RAW = /([^\s`]{1,200})(?:`|$)/y;
/** Matches a letter that JSON writes as a character code. */
const ESCAPE = /\\{1,4}u([\da-fA-F]{4})/g;
const QUOTE = /(\\{0,15})(["'`])/y;
const NO_VALUE = /(?:null|true|false|undefined|None|\[redacted\])(?![\w-])/y;
const HEADER = /^(?:set)?cookie$/;
const LINE_END = /["'\\\n]/g;

/** Finds values with secret names. @param more the plain names of further members */
export function findMembers(text: string, more: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  const values = new Values(text);
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const name = (match[3] ?? match[4] ?? '').replace(ESCAPE, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    const isEncoded = match[0].includes('%');
    const isParameter = isEncoded || /[?&;]/.test(text[match.index - 1] ?? '');
    const isSecret = isParameter ? isSecretParameter(name) : isSecretName(name);
    const isCertain = isSecret || more.has(plainName(name));
    if (!isCertain && !mayBeSecretName(name)) {
      // The type after a name may be a name itself: `const password = "…"`.
      if (match[4] !== undefined) NAME.lastIndex = match.index + match[4].length;
      continue;
    }
    const span = values.find(NAME.lastIndex, {
      name: plainName(name),
      quoted: match[3] !== undefined,
      parameter: isParameter,
    });
    if (span === undefined || isDoubtful(match, span)) continue;
    if (!isCertain && !isSecretMember(name, text.slice(span.start, span.end))) continue;
    spans.push(span);
    NAME.lastIndex = span.end;
  }
  return spans;
}

/** Whether `]`, `||` or `=>` precedes a text that is no value of the name: a member of an enum, a word such as "none", a result. */
function isDoubtful(match: RegExpExecArray, { start, end }: Span): boolean {
  const { 0: found, 3: quoted, 4: name = quoted ?? '', index, input } = match;
  const value = input.slice(start, end);
  if (/[|?]{2}/.test(found)) return !isWord(value) || !isSecretMember('pass', value);
  const isPassword = PASSWORD_NAME.test(name) && !plainName(name).endsWith(plainName(value));
  if (/\][^\]]*=/.test(found)) return !isPassword && !isSecretMember('pass', value);
  const isArrow = found.includes('=>') && quoted === undefined && input[index - 1] !== ':';
  return isArrow && !(isWord(value) && (isOpaque(value) || isPassword));
}

interface Member {
  readonly name: string;
  readonly quoted: boolean;
  readonly parameter: boolean;
}

/** Finds the values in a text, in order. */
class Values {
  readonly #text: string;
  readonly #words: Ends;
  readonly #parameters: Ends;
  readonly #proseWords: Ends;
  readonly #jsonWords: Ends;
  readonly #lines: Ends;
  readonly #brackets: Ends;
  /** The closing brackets at the end of the last word. */
  #closers = { from: -1, end: -1 };

  constructor(text: string) {
    this.#text = text;
    this.#words = new Ends(text, WORD_END);
    this.#parameters = new Ends(text, /[\s"'&#\\<>]/g);
    this.#proseWords = new Ends(text, /[\s"',;&\\<>]/g);
    this.#jsonWords = new Ends(text, /[\s,}\]]/g);
    this.#lines = new Ends(text, LINE_END);
    this.#brackets = new Ends(text, /[(){}[\]$]/g);
  }

  find(start: number, member: Member): Span | undefined {
    const text = this.#text;
    QUOTE.lastIndex = start;
    const quote = QUOTE.exec(text);
    if (quote?.[2] === '`') {
      const span = rawString(text, QUOTE.lastIndex);
      if (span !== undefined) return span;
    } else if (quote !== null) {
      const { lastIndex: begin } = QUOTE;
      // Outside JSON, the quote may be an apostrophe.
      const span = untilQuote(text, begin, { mark: quote[2] ?? '"', escapes: (quote[1] ?? '').length });
      const line = member.quoted || span === undefined ? -1 : text.slice(begin, span.end).indexOf('\n');
      return line === -1 ? span : nonEmpty(begin, begin + line);
    }
    NO_VALUE.lastIndex = start;
    if (start >= text.length || NO_VALUE.test(text)) return undefined;
    if (HEADER.test(member.name)) return nonEmpty(start, this.#lines.after(start));
    if (member.name.endsWith('authorization')) return this.#authorization(start);
    if (member.quoted && '{['.includes(text[start] ?? '')) return bracketed(text, start);
    if (member.quoted) return nonEmpty(start, this.#jsonWords.after(start));
    if (member.parameter) return nonEmpty(start, this.#parameters.after(start));
    // In prose and code, the word after a name may not be a secret.
    const end = this.#proseWords.after(start);
    const last = this.#brackets.after(start) < end ? this.#beforeClosers(start, end) : end;
    const word = text.slice(start, last);
    return isOpaque(word) && !isPathTo(word, member.name) ? nonEmpty(start, last) : undefined;
  }

  /** Returns the index at which the closing brackets of `a}]` begin, or `start` if the text contains other brackets, as code does. */
  #beforeClosers(start: number, end: number): number {
    if (this.#closers.end !== end) {
      let from = end;
      while (from > start && '}]'.includes(this.#text[from - 1] ?? '')) from -= 1;
      this.#closers = { from, end };
    }
    const from = Math.max(start, this.#closers.from);
    return this.#brackets.after(start) < from ? start : from;
  }

  /** Finds the credentials in a header: `Bearer abc`, `Basic abc`, `abc`. */
  #authorization(start: number): Span | undefined {
    const text = this.#text;
    const end = this.#words.after(start);
    if (text[end] !== ' ' || !/^[A-Za-z][\w-]*$/.test(text.slice(start, end))) {
      return isOpaque(text.slice(start, end)) ? nonEmpty(start, end) : undefined;
    }
    const last = this.#words.after(end + 1);
    return isOpaque(text.slice(end + 1, last)) ? nonEmpty(start, last) : undefined;
  }
}

/** Whether a word is an expression that reads the member from somewhere, such as `config.password` for `password` or `dbPassword`. */
function isPathTo(word: string, name: string): boolean {
  const [, last = ''] =
    /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*\??\.([A-Za-z_$][\w$]*)$/.exec(word) ?? [];
  return isSecretName(last) && name.endsWith(plainName(last));
}

/** Finds text in backticks, without spaces. After a colon, it may be the type of a parameter in prose. */
function rawString(text: string, start: number): Span | undefined {
  RAW.lastIndex = start;
  const [, word = ''] = RAW.exec(text) ?? [];
  const isSecret = isOpaque(word) || /=[ \t]*$/.test(text.slice(start - 10, start - 1));
  return isSecret && isWord(word) ? { start, end: start + word.length } : undefined;
}

interface Quote {
  readonly mark: string;
  /** The number of backslashes before the quote. JSON within JSON has one; another level deeper has three. */
  readonly escapes: number;
}

/** Returns the span up to a quote with as many backslashes as the opening quote, or to the end of the text. */
function untilQuote(text: string, start: number, { mark, escapes }: Quote): Span | undefined {
  for (let end = text.indexOf(mark, start); end !== -1; end = text.indexOf(mark, end + 1)) {
    let run = 0;
    while (end - run > start && text[end - run - 1] === '\\') run += 1;
    const closes = escapes === 0 ? run % 2 === 0 : run <= escapes;
    if (closes) return nonEmpty(start, escapes === 0 ? end : end - run);
  }
  return nonEmpty(start, text.length);
}

/** Returns the span of an object or list. If it is not closed, the span extends to the end of the text. */
function bracketed(text: string, start: number): Span {
  const marks = /["'[\]{}]/g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [character] = mark;
    if (character === '"' || character === "'") {
      marks.lastIndex = endOfString(text, mark.index + 1, character);
      continue;
    }
    depth += character === '{' || character === '[' ? 1 : -1;
    if (depth === 0) return { start, end: mark.index + 1 };
  }
  return { start, end: text.length };
}

function endOfString(text: string, start: number, mark: string): number {
  const end = untilQuote(text, start, { mark, escapes: 0 })?.end ?? start;
  return end + 1;
}

function nonEmpty(start: number, end: number): Span | undefined {
  return end > start ? { start, end } : undefined;
}
