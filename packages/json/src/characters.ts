export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Whether a character code is whitespace that JSON does not allow, such as a no-break space or the byte order mark. */
export function isForeignSpace(code: number): boolean {
  return (
    code === 0xa0 ||
    code === 0xfeff ||
    code === 0x202f ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x0b ||
    code === 0x0c
  );
}

/** Returns the index of the first non-whitespace character at or after `start`, or `end`. */
export function skipSpace(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && isSpace(text.charCodeAt(position))) position += 1;
  return position;
}

/** Returns the index after the comment that begins at `start`: undefined without a comment, Infinity for an unterminated one. */
export function commentEnd(text: string, start: number, end: number): number | undefined {
  const first = text[start];
  const second = text[start + 1];
  if (first === '#' || (first === '/' && second === '/')) {
    // `indexOf` would search past `end`.
    let position = start;
    while (position < end && text[position] !== '\n') position += 1;
    return position;
  }
  if (first !== '/' || second !== '*') return undefined;
  for (let position = start + 2; position + 1 < end; position += 1) {
    if (text[position] === '*' && text[position + 1] === '/') return position + 2;
  }
  return Number.POSITIVE_INFINITY;
}

/** The opening quotes that models use for strings, each with its closing quote. */
export const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
]);
