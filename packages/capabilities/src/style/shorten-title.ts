import { textStart } from '@toolwright/contract';

/** The first line, with at most so many characters (UTF-16), cut between words where that leaves enough. */
export function shortenTitle(title: string, most: number): string {
  const line = title.trim().split(/\r?\n/, 1)[0]?.trim() ?? '';
  if (line.length <= most) return line;
  const cut = textStart(line, most - 1);
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0));
  return `${(words.length >= most / 2 ? words : cut).replace(/[\s,;:.–-]+$/u, '')}…`;
}
