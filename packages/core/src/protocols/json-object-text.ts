/** Index behind the `}` that closes the object which begins at `start`; undefined where it stays open. Braces in strings do not count. */
export function objectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const char = text[index];
    if (char === '"') index = stringEnd(text, index);
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return index + 1;
  }
  return undefined;
}

/** Index of the quote that ends the string which begins at `start`; the length of the text where none does. */
function stringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
