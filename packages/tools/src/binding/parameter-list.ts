/** A parameter as written in a function's source text. */
export interface ShownParameter {
  /** Undefined for a destructured parameter. */
  readonly name: string | undefined;
  readonly rest: boolean;
}

export interface ShownSignature {
  /** The method's name in its class; undefined for functions, arrow functions and computed names. */
  readonly method: string | undefined;
  readonly parameters: readonly ShownParameter[];
}

/**
 * Parses the parameter list from a function's source text. Returns undefined for text that it does not support: native code, classes,
 * initializers with regular expressions, templates with expressions.
 */
export function readSignature(text: string): ShownSignature | undefined {
  return NATIVE.test(text) ? undefined : new Reader(text).signature();
}

const NATIVE = /\{\s*\[native code\]\s*\}$/;
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const SPACE = /(?:\s|\/\*.*?\*\/|\/\/[^\n\r\u2028\u2029]*)*/suy;
/** Matches strings, and templates without expressions. */
const QUOTED = /'(?:[^'\\\n\r]|\\.)*'|"(?:[^"\\\n\r]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{))*`/suy;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  signature(): ShownSignature | undefined {
    let name = this.#name();
    if (name === 'async' && !this.#sees('(') && !this.#sees('=>')) name = this.#name();
    if (name === 'class') return undefined;
    const isFunction = name === 'function';
    this.#take('*');
    if (isFunction || name === undefined) name = this.#name() ?? this.#quoted();
    if (name !== undefined && this.#sees('=>')) {
      return { method: undefined, parameters: [{ name, rest: false }] };
    }
    const parameters = this.#list();
    if (parameters === undefined) return undefined;
    const isMethod = !isFunction && !this.#sees('=>');
    return isMethod && name === undefined ? undefined : { method: isMethod ? name : undefined, parameters };
  }

  #list(): ShownParameter[] | undefined {
    if (!this.#take('(')) return undefined;
    const parameters: ShownParameter[] = [];
    while (!this.#take(')')) {
      const rest = this.#take('...');
      const name = this.#name();
      // Patterns and initializers are skipped.
      if (name === undefined && !this.#sees('{') && !this.#sees('[')) return undefined;
      if (!this.#toEnd()) return undefined;
      parameters.push({ name, rest });
      if (!this.#take(',') && !this.#sees(')')) return undefined;
    }
    return parameters;
  }

  /** Skips to the comma or bracket that ends a parameter. Returns false if the end is uncertain. */
  #toEnd(): boolean {
    for (let depth = 0; this.#skip() < this.#text.length; ) {
      const next = this.#text.charAt(this.#at);
      if (depth === 0 && (next === ',' || next === ')')) return true;
      if (next === '/') return false;
      if (next === "'" || next === '"' || next === '`') {
        if (this.#quoted() === undefined) return false;
        continue;
      }
      if ('([{'.includes(next)) depth += 1;
      if (')]}'.includes(next)) depth -= 1;
      this.#at += 1;
    }
    return false;
  }

  #skip(): number {
    this.#match(SPACE);
    return this.#at;
  }

  #sees(token: string): boolean {
    return this.#text.startsWith(token, this.#skip());
  }

  #take(token: string): boolean {
    const isThere = this.#sees(token);
    if (isThere) this.#at += token.length;
    return isThere;
  }

  #name(): string | undefined {
    this.#skip();
    return this.#match(NAME);
  }

  #quoted(): string | undefined {
    this.#skip();
    return this.#match(QUOTED)?.slice(1, -1);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}
