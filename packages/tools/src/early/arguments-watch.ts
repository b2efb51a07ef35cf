import type { ArgumentsWatch, EarlyRefusal } from '@toolwright/contract';
import { GrowingJson, type JsonVisitor } from '@toolwright/json';
import type { BoundTool } from '../bound-tool.js';
import { invalidArguments } from '../codecs/accept-arguments.js';
import { thrownMessage } from '../result/thrown-message.js';
import { refusal } from '../validation/arguments/check-arguments.js';
import { DECISIVE, findMalformed } from '../validation/arguments/parse-arguments.js';
import { GrowingArguments } from './growing-arguments.js';

/** Creates a watch for the streamed arguments of one tool call. */
export function watchTool({ spec, renamed, validator }: BoundTool): ArgumentsWatch {
  const { judge } = validator;
  const growing = judge && new GrowingArguments(judge, renamed);
  const find = (): EarlyRefusal | undefined => {
    const refused = growing?.refused;
    if (refused === undefined) return undefined;
    const { message } = refusal(refused.issues);
    return { error: thrownMessage(invalidArguments(spec.name, message)), arguments: refused.arguments };
  };
  return new Watch(growing ?? IGNORED, find, findMalformed);
}

/** Creates a watch that refuses a call because of its name, regardless of its arguments. @param error the error of the complete call */
export function watchName(error: string): ArgumentsWatch {
  return new Watch(
    IGNORED,
    () => ({ error, arguments: '{}' }),
    () => error,
  );
}

class Watch implements ArgumentsWatch {
  readonly #json: GrowingJson;
  #text = '';
  /** The text length at which a syntax error becomes certain; undefined while there is no error. */
  #decisive: number | undefined;
  readonly #find: () => EarlyRefusal | undefined;
  readonly #findMalformed: (text: string) => string | undefined;
  #hasBegun = false;
  #isOver = false;

  constructor(
    visitor: JsonVisitor,
    find: () => EarlyRefusal | undefined,
    findMalformed: (text: string) => string | undefined,
  ) {
    this.#json = new GrowingJson(visitor);
    this.#find = find;
    this.#findMalformed = findMalformed;
  }

  push(piece: string): EarlyRefusal | undefined {
    if (this.#isOver) return undefined;
    this.#text += piece;
    const found = this.#decisive === undefined ? this.#read(piece) : this.#readOn(this.#decisive);
    this.#isOver ||= found !== undefined;
    return found;
  }

  #read(piece: string): EarlyRefusal | undefined {
    const start = this.#hasBegun ? 0 : piece.search(/[^ \n\r\t]/);
    if (start === -1) return undefined;
    const isObject = this.#hasBegun || piece[start] === '{';
    this.#hasBegun = true;
    const end = isObject ? this.#json.push(piece, start) : start;
    if (this.#json.isBroken) {
      // `end` is the index of the invalid character, which need not be the last character of the chunk.
      this.#decisive = this.#text.length - piece.length + end + 1 + DECISIVE;
      return this.#readOn(this.#decisive);
    }
    // Complete text is validated in the usual way, and text that does not start with an object is not judged early.
    this.#isOver = !isObject || this.#json.isComplete;
    return this.#isOver ? undefined : this.#find();
  }

  /** Waits for the text after an invalid character. */
  #readOn(length: number): EarlyRefusal | undefined {
    if (this.#text.length < length) return undefined;
    this.#isOver = true;
    const error = this.#findMalformed(this.#text);
    return error === undefined ? undefined : { error, arguments: this.#text };
  }
}

const nothing = (): void => {};

const IGNORED: JsonVisitor = {
  open: nothing,
  close: nothing,
  key: nothing,
  scalar: nothing,
  openText: nothing,
  text: nothing,
  closeText: nothing,
};
