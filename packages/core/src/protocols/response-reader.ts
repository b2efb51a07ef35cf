/**
 * Follows one object of the reasoning-JSON protocol as it is written, and gives the text of its response while that grows: where
 * `"action": "respond"` stands before `"response"`, as the prompt asks for.
 */
export class ResponseReader {
  /** The text of the response has begun. */
  begun = false;
  thought = '';
  action = '';
  toolName = '';
  #depth = 0;
  #braces = 0;
  #closed = false;
  #isKey = true;
  #key = '';
  /** The string that is being read: where it goes, and an escape that is not complete yet. */
  #string: 'key' | Member | 'response' | 'other' | undefined;
  #escape = '';
  /** The first half of a character outside of the basic plane. */
  #half = '';

  /** How much of the text that was pushed belongs to the object. */
  length = 0;

  /** The object's own brace has come. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Takes the next piece of the object, from its brace on; gives what it adds to the response. */
  push(text: string): string {
    let added = '';
    for (let index = 0; index < text.length && !this.#closed; index++, this.length++) {
      const char = text.charAt(index);
      if (this.#string === undefined) this.#readPunctuation(char);
      else added += this.#readString(char);
    }
    return this.#wholeCharacters(added);
  }

  /** Gives half a character that waited for its other half. */
  end(): string {
    return this.#half;
  }

  #readPunctuation(char: string): void {
    if (char === '{') this.#braces++;
    else if (char === '}') this.#closed = --this.#braces === 0;
    if (char === '"') this.#beginString();
    else if (char === '{' || char === '[') this.#depth++;
    else if (char === '}' || char === ']') this.#depth--;
    else if (char === ':' && this.#depth === 1) this.#isKey = false;
    else if (char === ',' && this.#depth === 1) this.#isKey = true;
  }

  #beginString(): void {
    this.#string = this.#depth !== 1 ? 'other' : this.#isKey ? 'key' : this.#valueString();
    if (this.#string === 'key') this.#key = '';
    if (this.#string === 'response') this.begun = true;
  }

  #valueString(): Member | 'response' | 'other' {
    if (this.#key === 'action' || this.#key === 'thought' || this.#key === 'tool_name') return this.#key;
    return this.#key === 'response' && this.action === 'respond' && !this.begun ? 'response' : 'other';
  }

  #readString(char: string): string {
    if (this.#escape !== '') return this.#readEscape(char);
    if (char === '\\') this.#escape = char;
    else if (char === '"') this.#string = undefined;
    else return this.#add(char);
    return '';
  }

  #readEscape(char: string): string {
    this.#escape += char;
    const isUnicode = this.#escape.startsWith('\\u');
    if (isUnicode && this.#escape.length < 6 && /[u0-9a-f]/i.test(char)) return '';
    const written = this.#escape;
    this.#escape = '';
    return this.#add(decodeEscape(written));
  }

  /** Adds to the string that is being read; gives what belongs to the response. */
  #add(text: string): string {
    if (this.#string === 'key') this.#key += text;
    else if (this.#string === 'action') this.action += text;
    else if (this.#string === 'tool_name') this.toolName += text;
    else if (this.#string === 'thought') this.thought += text;
    return this.#string === 'response' ? text : '';
  }

  #wholeCharacters(added: string): string {
    const text = this.#half + added;
    const isHalf = /[\ud800-\udbff]$/.test(text);
    this.#half = isHalf ? text.slice(-1) : '';
    return isHalf ? text.slice(0, -1) : text;
  }
}

type Member = 'action' | 'thought' | 'tool_name';

function decodeEscape(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // No escape of JSON: what was written stays.
    return written;
  }
}
