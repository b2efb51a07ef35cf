import { removeHidden } from '@toolwright/contract';

/** Writes a text as a comment above a declaration, which ends where it should, whatever the text holds. Empty for an empty text. */
export function lineComment(text: string, margin: string): string {
  const lines = linesOf(text).map((line) => line.replaceAll('*/', '*\\/'));
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
  return (
    removeHidden(text)
      .split('\n')
      // A comment must not hide the errors of the next line.
      .map((line) => line.replaceAll('@ts-', '@ ts-').trim())
      .filter((line) => line !== '')
  );
}
