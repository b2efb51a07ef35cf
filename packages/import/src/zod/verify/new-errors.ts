import { openSources } from '@toolwright/codegen/edits';
import type { ProjectOptions } from '@toolwright/program';
import { type Compiler, ownSources, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** An error of the compiler that a migration causes. */
export interface NewError {
  /** The file before the migration. */
  readonly source: ts.SourceFile;
  /** The line before the migration, from 1. */
  readonly line: number;
  /** The statement of the new file. */
  readonly statement: ts.Statement | undefined;
  readonly code: number;
  /** `TS2322: Type 'string' is not assignable to type 'number'` */
  readonly message: string;
}

/** TS2307, TS7016: a module is missing, such as the manifest, which codegen writes later. */
const MODULE_MISSING = new Set([2307, 7016]);

/**
 * Finds the errors that the compiler reports for new texts, and did not before.
 * @param texts by absolute path
 */
export function findNewErrors(
  options: Pick<ProjectOptions, 'cwd' | 'project' | 'include' | 'exclude'>,
  texts: ReadonlyMap<string, string>,
  before: Compiler,
): readonly NewError[] {
  const after = openSources(options, () => false, true, texts).compiler;
  // The compiler is strict, whatever the project is.
  if (after.program.getCompilerOptions().strict === false) return [];
  return ownSources(before.program).flatMap((source): readonly NewError[] => {
    const changed = after.program.getSourceFile(source.fileName);
    if (changed === undefined) return [];
    const errors = errorsOf(changed, after);
    if (errors.length === 0) return [];
    const counts = new Map<string, number>();
    for (const { message } of errorsOf(source, before)) counts.set(message, (counts.get(message) ?? 0) + 1);
    const isKnown = ({ message }: { message: string }): boolean => {
      const count = counts.get(message) ?? 0;
      counts.set(message, count - 1);
      return count > 0;
    };
    const lineOf = oldLines(source, changed);
    return errors
      .filter((one) => !isKnown(one))
      .map(({ start, code, message }) => {
        const { line } = changed.getLineAndCharacterOfPosition(start);
        const statement = changed.statements.find(({ pos, end }) => pos <= start && start < end);
        return { source, line: lineOf(line) + 1, statement, code, message };
      });
  });
}

/** Says where a line was: as far below the last line that both texts have once. */
function oldLines({ text: before }: ts.SourceFile, { text: after }: ts.SourceFile): (line: number) => number {
  if (before === after) return (line) => line;
  const old = before.split('\n');
  const places = new Map<string, number>();
  for (const [index, line] of old.entries()) places.set(line, places.has(line) ? -1 : index);
  let known: { readonly place: number; readonly at: number } | undefined;
  const olds = after.split('\n').map((line, at) => {
    const place = places.get(line) ?? -1;
    if (place >= 0) known = { place, at };
    return known === undefined ? 0 : Math.min(known.place + at - known.at, old.length - 1);
  });
  return (line) => olds[line] ?? 0;
}

function errorsOf(source: ts.SourceFile, { program }: Compiler) {
  return program
    .getSemanticDiagnostics(source)
    .filter(
      ({ category, code }) => category === typescript.DiagnosticCategory.Error && !MODULE_MISSING.has(code),
    )
    .map(({ start = 0, code, messageText }) => {
      const [first = ''] = typescript.flattenDiagnosticMessageText(messageText, '\n').split('\n');
      return { start, code, message: `TS${code}: ${first.replace(/\.$/, '')}` };
    });
}
