import { count } from '../output/count.js';
import { takePage } from '../paging/page.js';
import type { ChangedFile, ChangeList } from './read-changes.js';

export interface ChangedFiles {
  /** The most relevant first. */
  files: ChangedFile[];
  /** How many files have changed. */
  total: number;
  /** What is missing, in sentences; empty where all is there. */
  missing: string[];
  /** The offset to read on at; absent at the end. */
  next?: number;
}

/** As many of the changed files as fit into one result, beginning at an offset. */
export function pageChanges({ files, cut }: ChangeList, offset: number): ChangedFiles {
  const { items, next } = takePage(files, { offset });
  return {
    files: items,
    total: files.length,
    missing: [
      ...(next === undefined
        ? []
        : [`${count(files.length - next, 'more file')}; read on with offset ${next}.`]),
      ...(cut ? ['There are more files than could be listed.'] : []),
    ],
    ...(next !== undefined && { next }),
  };
}
