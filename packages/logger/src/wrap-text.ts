import wrapAnsi from 'wrap-ansi';

/** Lines of at most `width` columns. A line's own indentation also holds for what is wrapped of it. */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), width));
}

function wrapLine(line: string, width: number): string[] {
  const body = line.trimStart();
  const indent = ' '.repeat(Math.min(line.length - body.length, Math.floor(width / 2)));
  const wrapped = wrapAnsi(body, width - indent.length, { hard: true, trim: true });
  return wrapped.split('\n').map((part) => (indent + part).trimEnd());
}
