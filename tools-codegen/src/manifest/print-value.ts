/** Maximum width of a line; longer values are split over several lines. Formatters usually keep lines of this width. */
const WIDTH = 110;

/** A reference to a named value, optionally with additional members. */
export interface Reference {
  readonly name: string;
  readonly own?: object;
}

/** Finds the reference for a value; undefined if the value is printed inline. */
export type FindReference = (value: object) => Reference | undefined;

/**
 * Prints JSON as a TypeScript literal: on one line if it fits, otherwise with one member per line. Omits undefined members.
 * @param room The number of characters available on the first line.
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

/** Prints a property name, quoted if necessary. `__proto__` becomes a computed name; otherwise, it would set the prototype. */
export function printKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return isIdentifier(key) ? key : printString(key);
}

export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text) || /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text);
}

/** Prints a string in single quotes, unless double quotes need fewer escapes. */
export function printString(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  // Engines before ES2019, and many current tools, treat these characters as line breaks.
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  if (text.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** Matches ASCII text that needs no escape in single quotes. */
const PLAIN = /^[ -&(-[\]-~]*$/;

/** Prints a value on one line. Stops when the line is full, so that large values are not printed again at each depth. */
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
  // Lists were handled above, so these are the members of an object.
  return value as Readonly<Record<string, unknown>>;
}

function printScalar(value: unknown): string {
  return typeof value === 'string' ? printString(value) : JSON.stringify(value);
}
