const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Writes a member's name, in quotes if it is no identifier. */
export function memberName(name: string): string {
  return IDENTIFIER.test(name) ? name : JSON.stringify(name);
}

/** Names that a declared type must not have: global types that the declarations use. */
const TAKEN = new Set([
  'Array',
  'Date',
  'Function',
  'Map',
  'Object',
  'Promise',
  'Record',
  'RegExp',
  'Set',
  'ToolError',
  'URL',
  'Uint8Array',
]);

const RESERVED =
  /^(?:any|bigint|boolean|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|never|new|null|number|object|return|string|super|switch|symbol|this|throw|true|try|type|typeof|undefined|unknown|var|void|while|with|yield)$/;

/** Gives each type a name of its own that is an identifier. */
export class TypeNames {
  readonly #names = new Map<string, string>();
  readonly #used = new Set<string>(TAKEN);

  /** @param key identifies the type. @param wanted its name in the schema */
  nameOf(key: string, wanted: string): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const plain = wanted.replaceAll(/[^A-Za-z0-9_$]+/g, '_').replace(/^(?=\d)|^$/, 'T');
    const base = RESERVED.test(plain) ? `${plain}_` : plain;
    let name = base;
    for (let number = 2; this.#used.has(name); number++) name = `${base}${number}`;
    this.#used.add(name);
    this.#names.set(key, name);
    return name;
  }
}
