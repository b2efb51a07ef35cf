/** A change of a text: a range, and what takes its place. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  return parts.join('') + text.slice(done);
}

/** Removes a range: with its line if nothing else is on it, otherwise with the adjacent whitespace. */
export function removal(text: string, start: number, end: number): TextEdit {
  if (startsLine(text, start) && endsLine(text, end))
    return { start: blankStart(text, start), end: afterLine(text, end), text: '' };
  return endsLine(text, end)
    ? { start: blankStart(text, start), end, text: '' }
    : { start, end: blankEnd(text, end), text: '' };
}

/** Whether only whitespace precedes a position on its line. */
export function startsLine(text: string, position: number): boolean {
  const start = blankStart(text, position);
  return start === 0 || text[start - 1] === '\n';
}

/** Whether only whitespace follows a position on its line. */
export function endsLine(text: string, position: number): boolean {
  const end = blankEnd(text, position);
  return end === text.length || text[end] === '\n' || text.startsWith('\r\n', end);
}

/** Returns the start of the next line, assuming that only whitespace follows the position on its line. */
export function afterLine(text: string, position: number): number {
  const end = blankEnd(text, position);
  if (text.startsWith('\r\n', end)) return end + 2;
  return Math.min(text.length, end + 1);
}

/** Returns the whitespace before a position. */
export function indentOf(text: string, position: number): string {
  return text.slice(blankStart(text, position), position);
}

export function blankStart(text: string, position: number): number {
  let start = position;
  while (isBlank(text[start - 1])) start -= 1;
  return start;
}

export function blankEnd(text: string, position: number): number {
  let end = position;
  while (isBlank(text[end])) end += 1;
  return end;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

/** Returns the line break of a text, taken from its first line. */
export function newlineOf(text: string): string {
  const index = text.indexOf('\n');
  return index > 0 && text[index - 1] === '\r' ? '\r\n' : '\n';
}
