import { openSources } from '@toolwright/codegen/edits';
import { type Compiler, ownSources, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { NotMigrated } from './foreign-tool.js';
import type { Note } from './notes.js';
import type { PlannedFile, PlannedTool } from './plan/planned-file.js';

/** What the compiler says about the new texts of a project. */
export interface TypeCheck {
  /** Tools that would not compile, by their calls. */
  readonly refused: ReadonlyMap<ts.Node, NotMigrated>;
  /** Tools that may compile without the schemas of their results, and why not with them, by their calls. */
  readonly withoutOutput: ReadonlyMap<ts.Node, string>;
  /** Errors elsewhere, at the line of the new text. */
  readonly byHand: readonly Note[];
}

/**
 * Finds the type errors that new texts would bring into a project.
 * @param texts by absolute path, with those of the manifest
 */
export function checkTypes(
  options: Parameters<typeof openSources>[0],
  before: Compiler,
  files: readonly PlannedFile[],
  texts: ReadonlyMap<string, string>,
): TypeCheck {
  const refused = new Map<ts.Node, NotMigrated>();
  const withoutOutput = new Map<ts.Node, string>();
  const byHand: Note[] = [];
  const { compiler, relative } = openSources(options, () => false, true, texts);
  const { program } = compiler;
  // The program is strict, whatever the project is.
  if (program.getCompilerOptions().strict === false) return { refused, withoutOutput, byHand };
  for (const source of ownSources(program)) {
    const { fileName } = source;
    const tools = files.find((file) => file.source.fileName === fileName)?.tools ?? [];
    if (relative(fileName).startsWith('../')) continue;
    for (const { start = 0, code, messageText } of newErrors(source, program, before.program)) {
      const error = `TS${code}: ${typescript.flattenDiagnosticMessageText(messageText, ' ').replace(/\.$/, '')}`;
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      const candidate = toolAt(source, start, tools)?.candidate;
      const call = candidate?.tool.call;
      if (call === undefined)
        byHand.push({ file: relative(fileName), line, text: `it does not compile (${error})` });
      else if (candidate?.schemas.output !== undefined)
        withoutOutput.set(call, `its function would not compile (${error})`);
      else refused.set(call, new NotMigrated(call, `it would not compile (${error})`));
    }
  }
  return { refused, withoutOutput, byHand };
}

/** Returns the errors of a file that it did not have before. */
function newErrors(source: ts.SourceFile, program: ts.Program, before: ts.Program): readonly ts.Diagnostic[] {
  const errors = program.getSemanticDiagnostics(source);
  const old = errors.length === 0 ? undefined : before.getSourceFile(source.fileName);
  const known = new Set((old ? before.getSemanticDiagnostics(old) : []).map(textOf));
  return errors.filter((one) => !known.has(textOf(one)));
}

function textOf({ code, messageText }: ts.Diagnostic): string {
  return `${code} ${typescript.flattenDiagnosticMessageText(messageText, ' ')}`;
}

/** Returns the tool whose statement has a position of the new text. */
function toolAt(source: ts.SourceFile, at: number, tools: readonly PlannedTool[]): PlannedTool | undefined {
  const statement = source.statements.find(({ pos, end }) => pos <= at && at < end);
  if (statement === undefined || !typescript.isVariableStatement(statement)) return undefined;
  const [declared] = statement.declarationList.declarations;
  return tools.find(({ constant }) => declared?.name.getText(source) === constant);
}
