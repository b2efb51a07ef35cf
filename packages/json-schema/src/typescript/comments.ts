/** Characters that end a line for the compiler, and characters that reorder or hide what a reader sees. */
const ENDS = /[\r\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Writes a text as a comment above a declaration, which ends where it should, whatever the text holds. Empty for an empty text. */
export function lineComment(text: string, margin: string): string {
  const lines = linesOf(text.replaceAll('*/', '*\\/'));
  return lines.length === 0 ? '' : `${margin}/** ${lines.join(`\n${margin} * `)} */\n`;
}

/** Adds a text as a comment to the first line of a declaration, where it costs models fewer tokens than above it. */
export function withComment(declaration: string, text: string): string {
  const comment = linesOf(text).join(' ');
  if (comment === '') return declaration;
  const end = declaration.indexOf('\n');
  return end < 0
    ? `${declaration} // ${comment}`
    : `${declaration.slice(0, end)} // ${comment}${declaration.slice(end)}`;
}

function linesOf(text: string): readonly string[] {
  const plain = text.replaceAll(ENDS, '\n').replaceAll(UNSEEN, ' ');
  return plain
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
