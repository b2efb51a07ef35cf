import { removeHidden } from '@toolwright/contract';

/** Adds the description of a declaration: to its first line, where it costs models fewer tokens, or above it if it has several lines. */
export function withDescription(declaration: string, text: string): string {
  const lines = linesOf(text);
  if (lines.length < 2) return withComment(declaration, text);
  return `/** ${lines.map((line) => line.replaceAll('*/', '*\\/')).join('\n * ')} */\n${declaration}`;
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
