import { isSecretMember } from '@toolwright/contract';
import { REDACTED } from './redacted.js';
import { isSchema, isSchemaMap, SECRET_KEYWORDS } from './schema-members.js';

interface Rules {
  isSecret(name: string): boolean;
  redact(text: string): string;
}

/**
 * Masks the body of a request or a reply: JSON, lines with JSON such as server-sent events, or other text. In JSON, only strings, numbers
 * and names change: it stays JSON, and the rest of it stays the same. Takes time linear in the length of the body.
 */
export function redactBody(body: string, rules: Rules): string {
  return redactJsonBody(body, rules, 0) ?? redactLinesOf(body, rules);
}

/** Other text between the lines with JSON is masked together, because a secret may have several lines. */
function redactLinesOf(body: string, rules: Rules): string {
  const shown: string[] = [];
  let others: string[] = [];
  const end = (): void => {
    if (others.length > 0) shown.push(rules.redact(others.join('\n')));
    others = [];
  };
  for (const line of body.split('\n')) {
    const start = FIELD.exec(line)?.[0].length ?? 0;
    const json = redactJsonBody(line.slice(start), rules, 0);
    if (json === undefined) others.push(line);
    else {
      end();
      shown.push(line.slice(0, start) + json);
    }
  }
  end();
  return shown.join('\n');
}

/** The field of a server-sent event that has the JSON. Other words before JSON may hold a secret. */
const FIELD = /^data: ?/;

/** JSON in strings in JSON is searched to this depth. */
const MAX_NESTING = 4;

function redactJsonBody(text: string, rules: Rules, nesting: number): string | undefined {
  if (nesting > MAX_NESTING || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: object = JSON.parse(text);
    return new JsonMask(text, rules, nesting).mask(value);
  } catch {
    return undefined; // no JSON
  }
}

/** An open object or list. */
interface Frame {
  readonly container: object;
  readonly isObject: boolean;
  /** All strings and numbers in it are secret. */
  readonly isSecret: boolean;
  /** Its members are schemas, so that their names make nothing secret. */
  readonly isSchemaMap: boolean;
  /** It is the schema of a secret: its default is secret, and its type is not. */
  readonly isSecretSchema: boolean;
  /** The current member; of a list, its index. */
  name: string;
  index: number;
  awaitsName: boolean;
}

/** Replaces texts in valid JSON. The parsed value, which is followed in step, tells what a member is before it is read. */
class JsonMask {
  readonly #frames: Frame[] = [];
  readonly #parts: string[] = [];
  #copied = 0;

  constructor(
    readonly text: string,
    readonly rules: Rules,
    readonly nesting: number,
  ) {}

  mask(value: object): string {
    const { text } = this;
    for (let at = 0; at < text.length; ) {
      const frame = this.#frames.at(-1);
      const character = text.charAt(at);
      if (character === '{' || character === '[') {
        this.#open(frame, frame === undefined ? value : childOf(frame));
        at += 1;
      } else if (frame === undefined || '}]:, \t\n\r'.includes(character)) {
        if (character === '}' || character === ']') this.#frames.pop();
        else if (character === ',' && frame !== undefined) next(frame);
        at += 1;
      } else {
        const end = character === '"' ? endOfString(text, at + 1) : endOfWord(text, at);
        this.#take(frame, at, end);
        at = end;
      }
    }
    return this.#copied === 0 ? text : this.#parts.join('') + text.slice(this.#copied);
  }

  #open(parent: Frame | undefined, container: unknown): void {
    if (typeof container !== 'object' || container === null)
      throw new Error('The text is not the JSON of this value.');
    const name = parent?.isObject ? parent.name : undefined;
    const isNamed = name !== undefined && this.rules.isSecret(name);
    const isSecretSchema = isNamed && parent?.isSchemaMap === true && isSchema(container);
    const isObject = !Array.isArray(container);
    const inSecretSchema = parent?.isSecretSchema === true && name !== undefined && SECRET_KEYWORDS.has(name);
    this.#frames.push({
      container,
      isObject,
      isSecret: parent?.isSecret === true || (isNamed && !isSecretSchema) || inSecretSchema,
      isSchemaMap: isObject && name !== undefined && isSchemaMap(name) && parent?.isSchemaMap !== true,
      isSecretSchema,
      name: '',
      index: 0,
      awaitsName: isObject,
    });
  }

  #take(frame: Frame, start: number, end: number): void {
    const raw = this.text.slice(start, end);
    const isText = raw.startsWith('"');
    if (!isText && !/^[-\d]/.test(raw)) return; // true, false, null
    const value: string = isText ? JSON.parse(raw) : raw;
    if (frame.awaitsName) {
      frame.name = value;
      frame.awaitsName = false;
      this.#put(start, end, value, this.rules.redact(value));
    } else this.#put(start, end, value, this.#masked(frame, value));
  }

  #masked(frame: Frame, value: string): string {
    const { isObject, name } = frame;
    const isNamed = isObject && (this.rules.isSecret(name) || isSecretMember(name, value));
    if (frame.isSecret || isNamed || (frame.isSecretSchema && SECRET_KEYWORDS.has(name)))
      return value === '' ? value : REDACTED;
    return redactJsonBody(value, this.rules, this.nesting + 1) ?? this.rules.redact(value);
  }

  #put(start: number, end: number, before: string, after: string): void {
    if (before === after) return;
    this.#parts.push(this.text.slice(this.#copied, start), JSON.stringify(after));
    this.#copied = end;
  }
}

function childOf({ container, isObject, name, index }: Frame): unknown {
  return Reflect.get(container, isObject ? name : index);
}

function next(frame: Frame): void {
  frame.index += 1;
  frame.awaitsName = frame.isObject;
}

/** The index after the closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let run = end;
    while (run > start && text.charAt(run - 1) === '\\') run -= 1;
    if ((end - run) % 2 === 0) return end + 1;
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  const word = /[^\s,\]}]*/y;
  word.lastIndex = start;
  return start + (word.exec(text)?.[0].length ?? 1);
}
