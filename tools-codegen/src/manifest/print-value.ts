/** Longer values are spread over lines; as wide as what formatters usually leave alone. */
const WIDTH = 110;

/** How the module refers to a value that it has a name for, or that is such a value with members of its own. */
export interface Reference {
  readonly name: string;
  readonly own?: object;
}

/** Undefined for values that are written out. */
export type FindReference = (value: object) => Reference | undefined;

/**
 * Prints JSON as a TypeScript literal: in one line where it fits, else one member a line. Members that are undefined are left out.
 * @param room Characters on the first line.
 */
export function printValue(
  value: unknown,
  indent = '',
  find: FindReference = () => undefined,
  room = WIDTH - indent.length,
): string {
  if (typeof value !== 'object' || value === null) return printScalar(value);
  const line = printLine(value, room, find);
  if (line !== undefined) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const lines = value.map((item) => `${inner}${printValue(item, inner, find)},\n`);
    return `[\n${lines.join('')}${indent}]`;
  }
  const reference = find(value);
  if (reference !== undefined && reference.own === undefined) return reference.name;
  let text = reference === undefined ? '' : `${inner}...${reference.name},\n`;
  const members = membersOf(reference?.own ?? value);
  for (const key of Object.keys(members)) {
    const item = members[key];
    if (item !== undefined) text += `${inner}${printKey(key)}: ${printValue(item, inner, find)},\n`;
  }
  return `{\n${text}${indent}}`;
}

/** Prints a property name: quoted where it must be, and `__proto__` computed, which else would set the prototype. */
export function printKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return isIdentifier(key) ? key : printString(key);
}

export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text) || /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text);
}

/** In single quotes, unless that needs more escapes. */
export function printString(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  // Engines before ES2019, and many tools still, take these for the ends of lines.
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  if (text.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** ASCII that needs no escapes in single quotes. */
const PLAIN = /^[ -&(-[\]-~]*$/;

/** Gives up where the line is full, so that large values are not printed again at each depth. */
function printLine(value: unknown, room: number, find: FindReference): string | undefined {
  const text =
    typeof value !== 'object' || value === null
      ? printScalar(value)
      : Array.isArray(value)
        ? printItems(value, room, find)
        : printMembers(value, room, find);
  return text === undefined || text.length > room ? undefined : text;
}

function printItems(items: readonly unknown[], room: number, find: FindReference): string | undefined {
  let text = '';
  for (const item of items) {
    if (text !== '') text += ', ';
    const printed = printLine(item, room - text.length, find);
    if (printed === undefined) return undefined;
    text += printed;
  }
  return `[${text}]`;
}

function printMembers(value: object, room: number, find: FindReference): string | undefined {
  const reference = find(value);
  if (reference !== undefined && reference.own === undefined) return reference.name;
  let text = reference === undefined ? '' : `...${reference.name}`;
  const members = membersOf(reference?.own ?? value);
  for (const key of Object.keys(members)) {
    const item = members[key];
    if (item === undefined) continue;
    text += `${text === '' ? '' : ', '}${printKey(key)}: `;
    const printed = printLine(item, room - text.length, find);
    if (printed === undefined) return undefined;
    text += printed;
  }
  return text === '' ? '{}' : `{ ${text} }`;
}

function membersOf(value: object): Readonly<Record<string, unknown>> {
  // Whatever the members of an object are, they have names; lists were told apart before.
  return value as Readonly<Record<string, unknown>>;
}

function printScalar(value: unknown): string {
  return typeof value === 'string' ? printString(value) : JSON.stringify(value);
}
