import { beginningOfElement } from './find-elements.js';
import { beginningOfOpenLine } from './find-lines.js';
import type { Literal } from './find-literals.js';
import { REDACTED } from './redacted.js';
import { BEGINNINGS } from './secret-forms.js';
import { knownSecrets } from './secrets/known-secrets.js';
import { replaceSpans, type Span } from './spans.js';
import type { TextIndex } from './text-index.js';

/** The number of characters of the preceding output to keep, because they may contain the name of the next value. */
const CONTEXT = 128;
/** The maximum length of pending text that is searched again with each chunk. Longer text is searched again when its length has doubled. */
const SMALL = 128;
/** Matches a character that may occur in a key. */
const WORD = /[\w.+/=-]/;
const LONGEST_BEGINNING = 32;

/** Matches text that precedes a value. */
const BEFORE_VALUE =
  /(?:[:=]\*{0,2}>?|["'`][ \t]{0,4},|[|?]{2}|\(|^[ \t]{0,8}(?:ENV|ARG)[ \t]{1,8}\w{1,64}|\bpassword|--[\w-]{1,64}|\|[ \t]{0,8}[\w-]{1,64}[ \t]{0,32}\||\b(?:bearer|basic)|authorization["']?[ \t]{0,8}[:=][ \t]{0,8}[\w-]{1,32})\s{0,16}$/im;

/** A filter for streamed text. */
export interface TextStream {
  /** Adds a chunk. Returns the text that can be shown now. */
  push(piece: string): string;
  /** Ends the stream. Returns the remaining text. */
  end(): string;
}

/** Secrets with known values. Short secrets match only as whole words. */
interface KnownTexts {
  readonly words: readonly Literal[];
  readonly index: TextIndex;
}

type Find = (text: string) => readonly Span[];

/** Redacts streamed text. Text that cannot be part of a secret is emitted immediately. */
export class RedactedStream implements TextStream {
  readonly #find: Find;
  readonly #known: KnownTexts;
  /** The unredacted tail of the text emitted so far. */
  #context = '';
  #waiting = '';
  #searchAt = 0;

  readonly #byWord: boolean;

  /** @param byWord whether any word may be the start of a secret */
  constructor(find: Find, known: KnownTexts, byWord: boolean) {
    this.#find = find;
    this.#known = known;
    this.#byWord = byWord;
  }

  push(piece: string): string {
    this.#waiting += piece;
    if (this.#waiting.length < this.#searchAt) return '';
    const text = this.#context + this.#waiting;
    const spans = this.#find(text);
    const safe = Math.max(this.#context.length, this.#safeEnd(text, spans));
    const shown = this.#show(text, spans, safe);
    const { length } = this.#waiting;
    this.#searchAt = length < SMALL ? 0 : length * 2;
    return shown;
  }

  end(): string {
    const text = this.#context + this.#waiting;
    const shown = this.#show(text, this.#find(text), text.length);
    this.#context = '';
    this.#searchAt = 0;
    return shown;
  }

  #show(text: string, spans: readonly Span[], end: number): string {
    const before = spans.filter((span) => span.start < end);
    const shown = replaceSpans(text.slice(0, end), before, REDACTED, this.#context.length);
    this.#context = text.slice(Math.max(0, end - CONTEXT), end);
    this.#waiting = text.slice(end);
    return shown;
  }

  /** Returns the index up to which the text does not depend on later text. */
  #safeEnd(text: string, spans: readonly Span[]): number {
    const last = spans.at(-1);
    const open = last !== undefined && last.end >= text.length ? last.start : text.length;
    const word = this.#byWord || endsWithValue(text) ? beginningOfWord(text) : text.length;
    return Math.min(
      open,
      word,
      beginningOfAddress(text),
      beginningOfBlock(text),
      beginningOfKey(text),
      beginningOfElement(text),
      beginningOfOpenLine(text),
      this.#beginningOfLiteral(text),
    );
  }

  #beginningOfLiteral(text: string): number {
    const secrets = knownSecrets();
    let first = this.#known.index.beginning(text);
    if (secrets.hasTexts) first = Math.min(first, secrets.index.beginning(text));
    for (const { text: word } of this.#known.words) {
      for (let start = Math.max(0, text.length - word.length); start < first; start += 1) {
        if (word.startsWith(text.slice(start))) first = start;
      }
    }
    return first;
  }
}

/** Whether the last word is a value or contains one. */
function endsWithValue(text: string): boolean {
  const start = beginningOfWord(text);
  return (
    /[:=]|[(,|?]\\{0,3}["'`]|%3[ad]/i.test(text.slice(start)) ||
    BEFORE_VALUE.test(text.slice(Math.max(0, start - CONTEXT), start))
  );
}

function beginningOfWord(text: string): number {
  let start = text.length;
  while (start > 0 && /\S/.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

/** Returns the start of an incomplete URL: until its host is complete, its text may turn out to contain a password. */
function beginningOfAddress(text: string): number {
  const start = text.lastIndexOf('://');
  return start === -1 || /[\s/@"'<>]/.test(text.slice(start + 3)) ? text.length : start;
}

/** Returns the start of a private key. Its first line contains spaces, so it is not found as a word. */
function beginningOfBlock(text: string): number {
  const start = text.lastIndexOf('-----BEGIN ');
  const opens = start !== -1 && /^[A-Z0-9 -]{0,80}$/.test(text.slice(start, start + CONTEXT));
  return opens ? start : text.length;
}

/** Returns the index from which the last word may become a key, such as `sk-pro`. */
function beginningOfKey(text: string): number {
  let start = text.length;
  while (start > 0 && WORD.test(text[start - 1] ?? '')) start -= 1;
  for (let index = start; index < text.length; index += 1) {
    if (index > start && /[A-Za-z0-9]/.test(text[index - 1] ?? '')) continue;
    const rest = text.slice(index, index + LONGEST_BEGINNING);
    if (BEGINNINGS.some((begin) => rest.startsWith(begin))) return index;
  }
  return text.length;
}
