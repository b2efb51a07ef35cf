import { clip } from '../paging/clip.js';

/** The length of a part of a patch within a number of characters. It ends at a line break, unless a long line would leave little of it. */
export function headLength(patch: string, characters: number, start = 0): number {
  if (patch.length - start <= characters) return patch.length - start;
  const end = patch.slice(start, start + characters).lastIndexOf('\n') + 1;
  return end > characters / 2 ? end : clip(patch, characters, start).length;
}

/** Puts the number that each line has in the new version before it, as `fileRead` does. The lines must begin with the header of a hunk. */
export function numberLines(part: string): string {
  let line = 0;
  const numbered = part.split('\n').map((text, index, all) => {
    const [, start] = text.startsWith('@@') ? (/^@@ [^+]*\+(\d+)/.exec(text) ?? []) : [];
    if (start !== undefined) {
      line = Number(start);
      return text;
    }
    if (text.startsWith('\\') || (text === '' && index === all.length - 1)) return text;
    return text.startsWith('-') ? `\t${text}` : `${line++}\t${text}`;
  });
  return numbered.join('\n');
}
