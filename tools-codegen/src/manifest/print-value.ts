/** Longer values are spread over lines; as wide as what formatters usually leave alone. */
const WIDTH = 110;

/** Prints JSON as a TypeScript literal: in one line where it fits, else one member a line. Members that are undefined are left out. */
export function printValue(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return printScalar(value);
  const line = printLine(value, WIDTH - indent.length);
  if (line !== undefined) return line;
  const inner = `${indent}  `;
  let text = '';
  for (const [key, item] of members(value)) text += `${inner}${key}${printValue(item, inner)},\n`;
  return Array.isArray(value) ? `[\n${text}${indent}]` : `{\n${text}${indent}}`;
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

/** Gives up where the line is full, so that large values are not printed again at each depth. */
function printLine(value: unknown, room: number): string | undefined {
  if (typeof value !== 'object' || value === null) {
    const text = printScalar(value);
    return text.length > room ? undefined : text;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  let text = '';
  for (const [key, item] of members(value)) {
    const lead = text === '' ? key : `, ${key}`;
    const printed = printLine(item, room - text.length - lead.length);
    if (printed === undefined) return undefined;
    text += lead + printed;
  }
  const line = text === '' ? `${open}${close}`.replace('  ', '') : open + text + close;
  return line.length > room ? undefined : line;
}

function printScalar(value: unknown): string {
  return typeof value === 'string' ? printString(value) : JSON.stringify(value);
}

/** Each with what stands before it. */
function* members(value: object): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) for (const item of value) yield ['', item];
  else
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) yield [`${printKey(key)}: `, item];
}
