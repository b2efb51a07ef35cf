/** Writes a text as a comment that ends where it should, whatever the text holds. Empty for an empty text. */
export function docComment(text: string, margin: string): string {
  const lines = text
    .replaceAll('*/', '*\\/')
    // Characters that end lines for the compiler or reorder what a reader sees.
    .replaceAll(/[\u2028\u2029\r]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return '';
  return `${margin}/** ${lines.join(`\n${margin} * `)} */\n`;
}
