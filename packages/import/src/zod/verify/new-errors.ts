import { openSources } from '@toolwright/codegen/edits';
import type { ProjectOptions } from '@toolwright/program';
import { type Compiler, ownSources, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** An error of the compiler that a migration causes. */
export interface NewError {
  /** The file before the migration. */
  readonly source: ts.SourceFile;
  /** The line before the migration, from 0. Undefined if the line is new. */
  readonly line: number | undefined;
  /** The statement of the new file. */
  readonly statement: ts.Statement | undefined;
  /** `TS2322: Type 'string' is not assignable to type 'number'.` */
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
    const lines = source.text.split('\n');
    const newLines = changed.text.split('\n');
    return errors
      .filter((one) => !isKnown(one))
      .map(({ start, message }) => {
        const { line } = changed.getLineAndCharacterOfPosition(start);
        const same = changed.text === source.text ? line : lines.indexOf(newLines[line] ?? '');
        const statement = changed.statements.find(({ pos, end }) => pos <= start && start < end);
        return { source, line: same < 0 ? undefined : same, statement, message };
      });
  });
}

function errorsOf(source: ts.SourceFile, { program }: Compiler) {
  return program
    .getSemanticDiagnostics(source)
    .filter(
      ({ category, code }) => category === typescript.DiagnosticCategory.Error && !MODULE_MISSING.has(code),
    )
    .map(({ start = 0, code, messageText }) => {
      const [first = ''] = typescript.flattenDiagnosticMessageText(messageText, '\n').split('\n');
      return { start, message: `TS${code}: ${first}` };
    });
}
