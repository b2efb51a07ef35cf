import { commentEnd, isForeignSpace, QUOTES, skipSpace } from '../characters.js';
import { ExactNumber } from '../exact-number.js';
import type {
  JsonDuplicate,
  JsonError,
  JsonPath,
  JsonRead,
  JsonRepair,
  JsonRepairKind,
} from '../json-read.js';
import { type Container, isSameJson, setMember } from '../members.js';
import { mendString } from '../mend/mend-string.js';
import { isCommaMissing, type StringPlace } from '../mend/quote-role.js';
import { BARE_NAME, EXPECTED, matchAt, REPAIRS, type State } from './grammar.js';
import { readScalar } from './read-scalar.js';
import { readString } from './read-string.js';

export interface ReaderOptions {
  readonly end: number;
  readonly repair: boolean;
  readonly trailing: boolean;
  readonly maxDepth: number;
}

interface Frame {
  readonly container: Container;
  key: string;
  keyStart: number;
}

/** Reads one value without recursion. */
export class JsonReader {
  readonly #text: string;
  readonly #options: ReaderOptions;
  readonly #frames: Frame[] = [];
  readonly #repairs = new Map<JsonRepairKind, JsonRepair>();
  readonly #duplicates: JsonDuplicate[] = [];
  #state: State = 'value';
  #position: number;
  /** The index just after the last token. */
  #end: number;
  #root: unknown;
  #isExact = true;
  #error: JsonError | undefined;

  constructor(text: string, start: number, options: ReaderOptions) {
    this.#text = text;
    this.#position = start;
    this.#end = start;
    this.#options = options;
  }

  read(): JsonRead {
    const { end, trailing } = this.#options;
    while (this.#error === undefined) {
      if (this.#state === 'end' && trailing) return this.#finish([]);
      this.#skip();
      if (this.#error !== undefined) break;
      if (this.#position >= end) return this.#atEnd();
      this.#step(this.#text.charAt(this.#position));
    }
    return { ok: false, error: this.#error };
  }

  /** Skips whitespace and, with `repair`, comments. */
  #skip(): void {
    const { end, repair } = this.#options;
    for (;;) {
      this.#position = skipSpace(this.#text, this.#position, end);
      if (repair && isForeignSpace(this.#text.charCodeAt(this.#position))) {
        this.#note('space');
        this.#position += 1;
        continue;
      }
      const next = repair ? commentEnd(this.#text, this.#position, end) : undefined;
      if (next === undefined) return;
      if (next > end) {
        this.#fail(end, 'the end of the comment', 'cut');
        return;
      }
      this.#note('comment');
      this.#position = next;
    }
  }

  /** Reads the token that begins with this character. */
  #step(character: string): void {
    const state = this.#state;
    if (state === 'colon') this.#take(character === ':', 'memberValue');
    else if (state === 'nextMember') this.#readAfterMember(character);
    else if (state === 'nextItem') this.#readAfterItem(character);
    else if (state === 'key' || state === 'firstKey') this.#readKeyOrEnd(character);
    else if (state === 'end') this.#fail();
    else if (character === ']' && this.#mayClose('firstItem', 'nextValue')) this.#close();
    else this.#readValue(character);
  }

  #take(isExpected: boolean, next: State): void {
    if (isExpected) this.#advance(next);
    else this.#fail();
  }

  #readAfterMember(character: string): void {
    if (character === '}') this.#close();
    else if (this.#lacksCloser(character, ']', '}')) this.#mendCloser();
    else if (this.#options.repair && QUOTES.has(character)) this.#mendComma('key');
    else this.#take(character === ',', 'key');
  }

  #readAfterItem(character: string): void {
    if (character === ']') this.#close();
    else if (this.#lacksCloser(character, '}', ']')) this.#mendCloser();
    else if (this.#options.repair && isCommaMissing(this.#text.charAt(this.#end - 1), character))
      this.#mendComma('nextValue');
    else this.#take(character === ',', 'nextValue');
  }

  /**
   * Whether the innermost container lacks a closing bracket just before its parent's closing bracket. A preceding bracket of the same
   * type makes the position ambiguous, because it could close either of two containers.
   */
  #lacksCloser(character: string, found: string, missing: string): boolean {
    const around = this.#frames.at(-2)?.container;
    const fits = around !== undefined && Array.isArray(around) === (found === ']');
    return this.#options.repair && character === found && fits && this.#text[this.#end - 1] !== missing;
  }

  #mendComma(state: State): void {
    this.#note('comma');
    this.#state = state;
  }

  #mendCloser(): void {
    this.#note('closer');
    this.#put(this.#frames.pop()?.container);
  }

  #readKeyOrEnd(character: string): void {
    if (character === '}' && this.#mayClose('firstKey', 'key')) this.#close();
    else this.#readKey(character);
  }

  /** Whether a closing bracket is allowed here: after an opening bracket and, with `repair`, after a comma. */
  #mayClose(first: State, later: State): boolean {
    if (this.#state === first) return true;
    if (this.#state !== later || !this.#options.repair) return false;
    this.#note('comma');
    return true;
  }

  #advance(state: State, length = 1): void {
    this.#position += length;
    this.#end = this.#position;
    this.#state = state;
  }

  #readKey(character: string): void {
    const { end, repair } = this.#options;
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    frame.keyStart = this.#position;
    if (character === '"' || (repair && QUOTES.has(character))) {
      frame.key = this.#readText('key') ?? '';
      return;
    }
    const name = (repair && matchAt(BARE_NAME, this.#text, this.#position)) || '';
    if (name === '' || this.#position + name.length > end) {
      this.#fail();
      return;
    }
    frame.key = name;
    this.#note('key');
    this.#advance('colon', name.length);
  }

  #readValue(character: string): void {
    if (character === '{') this.#open({}, 'firstKey');
    else if (character === '[') this.#open([], 'firstItem');
    else if (character === '"' || (this.#options.repair && QUOTES.has(character))) {
      const place = this.#frames.length === 0 ? 'root' : this.#state === 'memberValue' ? 'member' : 'item';
      const value = this.#readText(place);
      if (value !== undefined) this.#put(value);
    } else this.#readScalar();
  }

  /** Reads a string. Returns undefined if it is invalid. */
  #readText(place: StringPlace): string | undefined {
    const { end, repair } = this.#options;
    const read = repair
      ? mendString(this.#text, this.#position, end, place)
      : readString(this.#text, this.#position, end);
    if ('error' in read) {
      this.#error = read.error;
      return undefined;
    }
    for (const kind of read.repairs) this.#note(kind);
    this.#advance('colon', read.end - this.#position);
    return read.value;
  }

  #readScalar(): void {
    const { end, repair } = this.#options;
    const scalar = readScalar(this.#text, this.#position, end, repair);
    if (scalar === undefined) {
      this.#fail();
      return;
    }
    if (scalar.value instanceof ExactNumber) this.#isExact = false;
    if (scalar.isForeign) this.#note('literal');
    this.#advance('colon', scalar.length);
    this.#put(scalar.value);
  }

  #open(container: Container, state: State): void {
    const { maxDepth } = this.#options;
    if (this.#frames.length >= maxDepth) {
      this.#fail(this.#position, `at most ${maxDepth} levels of nesting`, 'depth');
      return;
    }
    this.#frames.push({ container, key: '', keyStart: 0 });
    this.#advance(state);
  }

  #close(): void {
    const frame = this.#frames.pop();
    this.#advance('end');
    this.#put(frame?.container);
  }

  /** Stores a complete value in its container. */
  #put(value: unknown): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      this.#root = value;
      this.#state = 'end';
    } else if (Array.isArray(frame.container)) {
      frame.container.push(value);
      this.#state = 'nextItem';
    } else {
      const { key, container } = frame;
      if (Object.hasOwn(container, key) && !isSameJson(container[key], value)) {
        this.#duplicates.push({ path: this.#path(), position: frame.keyStart });
      }
      setMember(container, key, value);
      this.#state = 'nextMember';
    }
  }

  #path(): JsonPath {
    return this.#frames.map(({ container, key }) => (Array.isArray(container) ? container.length : key));
  }

  #atEnd(): JsonRead {
    const { end, repair } = this.#options;
    if (this.#state === 'end') return this.#finish([]);
    const isAfterValue = this.#state === 'nextMember' || this.#state === 'nextItem';
    // The remaining digits of a number at the end of the text may be missing.
    const mayGoOn = this.#end === end && /[\d.]/.test(this.#text.charAt(end - 1));
    if (!repair || !isAfterValue || mayGoOn) {
      return { ok: false, error: { position: end, expected: EXPECTED[this.#state], kind: 'cut' } };
    }
    return this.#closeAll();
  }

  #closeAll(): JsonRead {
    const whole = this.#path();
    const unclosed = this.#frames.map((_frame, depth) => whole.slice(0, depth));
    this.#note('closer');
    while (this.#frames.length > 0) this.#put(this.#frames.pop()?.container);
    return this.#finish(unclosed);
  }

  #finish(unclosed: readonly JsonPath[]): JsonRead {
    return {
      ok: true,
      value: this.#root,
      end: this.#end,
      repairs: [...this.#repairs.values()],
      duplicates: this.#duplicates,
      unclosed,
      isExact: this.#isExact,
    };
  }

  #note(kind: JsonRepairKind): void {
    if (this.#repairs.has(kind)) return;
    this.#repairs.set(kind, { kind, position: this.#position, message: REPAIRS[kind] });
  }

  #fail(
    position = this.#position,
    expected: string = EXPECTED[this.#state],
    kind: JsonError['kind'] = 'syntax',
  ): void {
    this.#error = { position, expected, kind };
  }
}
