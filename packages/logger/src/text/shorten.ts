import { formatCount, textStart } from '@toolwright/contract';

/** The maximum size of a value in a log. */
export interface Room {
  readonly characters: number;
  readonly lines: number;
}

/** Truncates long text and appends the missing amount, e.g. `… 1,204 more characters`. */
export function shorten(text: string, room: Room): string {
  let end = Math.min(text.length, room.characters);
  const lineEnd = endOfLine(text, room.lines);
  if (lineEnd < end) end = lineEnd;
  if (end === text.length) return text;
  end = textStart(text, end).length;
  const note = `… ${formatCount(text.length - end, 'more character')}`;
  return text.slice(0, end) + (text[end] === '\n' ? `\n${note}` : note);
}

function endOfLine(text: string, lines: number): number {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return text.length;
  }
  return end;
}
