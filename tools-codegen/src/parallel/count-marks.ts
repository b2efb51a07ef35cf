import type { Disk } from '../disk/disk.js';

/** What marks a tool, a resource or a schema in most programs. */
const MARK = /@(?:tool|resource|schema)\b|\b(?:tool|resource)\(/g;

/** Whether files contain at least so many marks, by their text. Reads no more files than that takes. */
export function hasMarks(files: readonly string[], disk: Disk, least: number): boolean {
  let marks = 0;
  return files.some((file) => {
    marks += disk.readFile(file)?.match(MARK)?.length ?? 0;
    return marks >= least;
  });
}
