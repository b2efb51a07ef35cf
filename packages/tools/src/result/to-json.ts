import {
  type ContentPart,
  contentText,
  findParts,
  formatCount,
  type JsonValue,
  type MediaPart,
  ToolwrightError,
} from '@toolwright/contract';
import { formatPath } from '@toolwright/json';

/**
 * Copies a value, such as a tool's result, to plain JSON data. `undefined` becomes null, and `toJSON` is called, so that a `Date` becomes
 * an ISO string.
 * @throws ToolwrightError `INVALID_RESULT` with the path of a value that JSON cannot represent: cycles, functions, symbols, BigInts,
 * non-finite numbers, invalid dates, iterables, built-ins such as `Map`, instances of classes without public data, and results beyond
 * {@link MAX_CHARACTERS} or {@link MAX_DEPTH}
 * @param name the value's name in the error message
 */
export function toJson(value: unknown, name = 'result'): JsonValue {
  return value === undefined ? null : new JsonWriter(name).write(value, '');
}

/**
 * Converts a value like {@link toJson}, and also returns the images, files and audio found in the value, in order. In the JSON, each is
 * replaced with a description.
 */
export function toJsonWithMedia(value: unknown): {
  readonly json: JsonValue;
  readonly media: readonly MediaPart[];
} {
  const writer = new JsonWriter();
  return { json: writer.write(value, ''), media: writer.media };
}

/** The maximum length of a result, about a million tokens, which is more than any model reads. */
export const MAX_CHARACTERS = 4_000_000;
/** The maximum depth of a result, which is far from a stack overflow, even in a debugger. */
const MAX_DEPTH = 500;

/** Thrown for a value with more than {@link MAX_CHARACTERS}. */
export class TooLargeError extends ToolwrightError {}

class JsonWriter {
  readonly media: MediaPart[] = [];
  readonly #name: string;
  readonly #path: string[] = [];
  readonly #ancestors = new Set<object>();
  #characters = 0;

  constructor(name = 'result') {
    this.#name = name;
  }

  write(value: unknown, key: string): JsonValue {
    switch (typeof value) {
      case 'string':
        this.#count(value.length + 2);
        return value;
      case 'number':
        if (!Number.isFinite(value)) throw this.#refusal(String(value));
        this.#count(4);
        return value;
      case 'boolean':
        this.#count(4);
        return value;
      case 'object':
        return value === null ? null : this.#writeObject(value, key);
      default:
        throw this.#refusal(typeof value === 'bigint' ? 'a BigInt' : `a ${typeof value}`);
    }
  }

  #writeObject(value: object, key: string): JsonValue {
    const parts = findParts(value);
    if (parts !== undefined) return this.#writeParts(parts);
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      if (value instanceof Date && Number.isNaN(value.getTime())) throw this.#refusal('an invalid date');
      const replaced: unknown = value.toJSON(key);
      if (replaced === undefined) return null;
      if (typeof replaced !== 'object' || replaced === null) return this.write(replaced, key);
      return this.#writeContainer(replaced);
    }
    return this.#writeContainer(value);
  }

  #writeParts(parts: readonly ContentPart[]): string {
    for (const part of parts) if (part.type !== 'text') this.media.push(part);
    const text = contentText(parts);
    this.#count(text.length);
    return text;
  }

  #writeContainer(value: object): JsonValue {
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    if (NOT_DATA.test(kind) || isOpaque(value, kind))
      throw this.#refusal(`${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`);
    if (isIterable(value)) throw this.#refusal('an iterable');
    if (this.#ancestors.has(value)) throw this.#refusal('a circular reference');
    if (this.#path.length >= MAX_DEPTH) throw this.#tooMuch(`nested deeper than ${MAX_DEPTH} levels`);
    this.#ancestors.add(value);
    const json = Array.isArray(value) ? this.#writeItems(value) : this.#writeMembers(value);
    this.#ancestors.delete(value);
    return json;
  }

  #writeItems(items: readonly unknown[]): JsonValue {
    this.#count(items.length);
    return Array.from(items, (item, index) =>
      item === undefined ? null : this.#writeAt(item, String(index)),
    );
  }

  #writeMembers(value: object): JsonValue {
    const json: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      const member: unknown = Reflect.get(value, key);
      if (member === undefined) continue;
      this.#count(key.length + 4);
      const written = this.#writeAt(member, key);
      if (key === '__proto__') Object.defineProperty(json, key, { ...DATA_PROPERTY, value: written });
      else json[key] = written;
    }
    if (Object.keys(json).length === 0 && hidesData(value)) throw this.#refusal(withoutData(value));
    return json;
  }

  #writeAt(value: unknown, key: string): JsonValue {
    this.#path.push(key);
    const json = this.write(value, key);
    this.#path.pop();
    return json;
  }

  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MAX_CHARACTERS) {
      const [size, limit] = [formatCount(this.#characters), formatCount(MAX_CHARACTERS)];
      throw this.#tooMuch(
        `too large: ${size} or more characters of JSON; the limit is ${limit}`,
        TooLargeError,
      );
    }
  }

  #refusal(what: string): ToolwrightError {
    const place = formatPath([this.#name, ...this.#path]);
    return new ToolwrightError('INVALID_RESULT', `${place} is ${what}, which JSON cannot carry.`, {
      blame: 'tool',
      hint: 'Return strings, finite numbers, booleans, null, arrays and plain objects. Collect an iterable into an array.',
    });
  }

  #tooMuch(what: string, Kind = ToolwrightError): ToolwrightError {
    return new Kind('INVALID_RESULT', `${this.#name} is ${what}.`, {
      blame: 'tool',
      hint: 'Return less: a page, a summary, or the name of a file that contains the rest.',
    });
  }
}

const DATA_PROPERTY = { enumerable: true, configurable: true, writable: true } as const;

/** Built-ins that `JSON.stringify` would silently convert to `{}` or a list of bytes. */
const NOT_DATA =
  /^(?:Weak)?(?:Map|Set|Ref)$|^(?:Shared)?ArrayBuffer$|Array$(?<!^Array)|^(?:DataView|Promise|RegExp|Error|Generator|AsyncGenerator|Headers|FormData|Blob|File|Request|Response|ReadableStream|URLSearchParams|Number|String|Boolean|Symbol|BigInt)$/;

/** Whether an object hides its data, as platform objects such as `AbortSignal` do. Its JSON would be an empty object. */
function isOpaque(value: object, kind: string): boolean {
  return kind !== 'Object' && kind !== 'Array' && Object.keys(value).length === 0;
}

/**
 * Whether an instance has methods or accessors but no public members, so that its data is hidden. In Node.js's own classes, a leading
 * underscore marks a private member.
 */
function hidesData(value: object): boolean {
  if (Object.keys(value).some((key) => !key.startsWith('_'))) return false;
  let prototype: object | null = Object.getPrototypeOf(value);
  // The last prototype is `Object.prototype`, possibly from another realm.
  while (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    if (Reflect.ownKeys(prototype).some((key) => key !== 'constructor')) return true;
    prototype = Object.getPrototypeOf(prototype);
  }
  return false;
}

/** Describes an object such as a `crypto.Hash`, whose JSON would be `{}`. */
function withoutData(value: object): string {
  const name = typeof value.constructor === 'function' ? value.constructor.name : '';
  return name === ''
    ? 'an instance of a class without public data'
    : `an instance of ${name} without public data`;
}

/** Whether an object is an iterable without own members, such as a stream of pages. */
function isIterable(value: object): boolean {
  if (Array.isArray(value) || Object.keys(value).length > 0) return false;
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}
