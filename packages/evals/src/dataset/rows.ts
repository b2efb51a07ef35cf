import type { DatasetRow } from './dataset.js';

/** A row before it becomes a case, or the reason why the line is none. */
export type ReadRow = { readonly line: number } & (
  | { readonly row: DatasetRow }
  | { readonly problem: string }
);

/** The rows of a file. `problem`: why the file as a whole cannot be read. */
export interface ReadRows {
  readonly rows: readonly ReadRow[];
  readonly notes: readonly string[];
  readonly problem?: string;
}

/** Says which members or columns no case uses. */
export function unusedNote(what: string, unused: ReadonlySet<string>): readonly string[] {
  if (unused.size === 0) return [];
  const shown = [...unused].slice(0, 10).map((name) => `'${name}'`);
  const rest = unused.size > shown.length ? ` and ${unused.size - shown.length} more` : '';
  return [`No case uses the ${what} ${shown.join(', ')}${rest}.`];
}

/** The members of a case in a file. */
export const MEMBERS: ReadonlySet<string> = new Set(['id', 'input', 'expected', 'tags', 'context']);
