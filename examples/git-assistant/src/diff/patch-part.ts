import { clip } from '../paging/clip.js';

/** The length of a part of a patch within a number of characters. It ends at a line break, unless a long line would leave little of it. */
export function headLength(patch: string, characters: number, start = 0): number {
  if (patch.length - start <= characters) return patch.length - start;
  const end = patch.lastIndexOf('\n', start + characters - 1) + 1;
  return end - start > characters / 2 ? end - start : clip(patch, characters, start).length;
}

/**
 * A part of a patch from any position. A part that begins within a hunk gets a header, so that its lines can be counted: `@@ -120 +1151 @@
 * (continued)`.
 */
export function patchPart(patch: string, start: number, length: number): string {
  const part = patch.slice(start, start + length);
  if (start === 0 || part.startsWith('@@')) return part;
  const lineStart = patch.lastIndexOf('\n', start - 1) + 1;
  const within = lineStart === start ? '' : `${patch.charAt(lineStart)}…`;
  return `${hunkHeaderAt(patch, lineStart)}\n${within}${part}`;
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

/** The header of a hunk that begins at this line. */
function hunkHeaderAt(patch: string, lineStart: number): string {
  let [before, after] = [0, 0];
  for (const line of patch.slice(0, lineStart).split('\n').slice(0, -1)) {
    const [, from, to] = line.startsWith('@@') ? (/^@@ -(\d+)[^+]*\+(\d+)/.exec(line) ?? []) : [];
    if (from !== undefined) {
      before = Number(from);
      after = Number(to);
      continue;
    }
    if (line.startsWith('\\')) continue;
    if (!line.startsWith('+')) before += 1;
    if (!line.startsWith('-')) after += 1;
  }
  return `@@ -${before} +${after} @@ (continued)`;
}
