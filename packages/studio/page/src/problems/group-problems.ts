import type { StudioDiagnostic } from '../../../src/protocol/requests.js';

/** The diagnostics of one file, in the order of its lines. */
export interface FileProblems {
  readonly file: string;
  readonly diagnostics: readonly StudioDiagnostic[];
}

const WEIGHT = { error: 0, warning: 1, info: 2 } as const;

/** Groups diagnostics by file; files with errors come first. */
export function groupProblems(diagnostics: readonly StudioDiagnostic[]): FileProblems[] {
  const groups = new Map<string, StudioDiagnostic[]>();
  for (const each of diagnostics) {
    const group = groups.get(each.file);
    if (group === undefined) groups.set(each.file, [each]);
    else group.push(each);
  }
  return [...groups]
    .map(([file, found]) => ({
      file,
      diagnostics: found.sort((a, b) => a.line - b.line || a.column - b.column),
    }))
    .sort((a, b) => worst(a) - worst(b) || a.file.localeCompare(b.file));
}

function worst({ diagnostics }: FileProblems): number {
  return Math.min(...diagnostics.map(({ severity }) => WEIGHT[severity]));
}
