/** Longer values are spread over lines; as wide as what formatters usually leave alone. */
const WIDTH = 110;

/** Prints JSON as a TypeScript literal: in one line where it fits, else one member a line. Members that are undefined are left out. */
export function printValue(value: unknown, indent = ''): string {
  const line = printLine(value);
  if (indent.length + line.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => printValue(item, inner))
    : entries(value).map(([key, item]) => `${printKey(key)}: ${printValue(item, inner)}`);
  if (members.length === 0) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`;
}

/** Prints a property name: quoted where it must be, and `__proto__` computed, which else would set the prototype. */
export function printKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return isIdentifier(key) ? key : printString(key);
}

export function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text);
}

/** In single quotes, unless that needs more escapes. */
export function printString(text: string): string {
  const json = JSON.stringify(text);
  if (text.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

function printLine(value: unknown): string {
  if (typeof value === 'string') return printString(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`;
  const members = entries(value).map(([key, item]) => `${printKey(key)}: ${printLine(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function entries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
