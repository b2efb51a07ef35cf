import { previewTools, type ToolPreview } from '@toolwright/codegen/edits';
import { type ProjectOptions, slashed } from '@toolwright/program';
import { typescript } from '@toolwright/program/compiler';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import { NotMigrated } from '../foreign-tool.js';
import type { Note } from '../notes.js';
import type { PlannedFile } from '../plan/planned-file.js';
import type { ProjectSources } from '../plan/project-sources.js';
import { findNewErrors } from './new-errors.js';

/** What a migration has written, and the tools that must stay after all. */
export interface WrittenFiles {
  readonly files: readonly PlannedFile[];
  readonly texts: ReadonlyMap<ts.SourceFile, string>;
  readonly refused: Map<ts.Node, NotMigrated>;
  /** Tools whose results have no schema after all, and why. */
  readonly withoutOutput: Map<ts.Node, string>;
  readonly isCircular: boolean;
}

/** TS2615, TS7022 to TS7024: a type depends on itself. */
const CIRCULAR = new Set([2615, 7022, 7023, 7024]);

interface OpenProject extends Pick<ProjectSources, 'compiler' | 'relative'> {
  /** The syntax errors of files that stay as they are. */
  readonly errors: readonly Diagnostic[];
}

type Options = Pick<ProjectOptions, 'cwd' | 'project' | 'include' | 'exclude'>;

/** Reads the new texts as codegen would. Refuses the tools whose files have errors. */
export function refuseByCodegen(
  { files, texts, refused }: WrittenFiles,
  options: Options,
  { relative, errors }: OpenProject,
): ToolPreview | undefined {
  if (texts.size === 0) return undefined;
  // One file with a syntax error would leave codegen without tools.
  const exclude = [...(options.exclude ?? []), ...errors.flatMap(({ file }) => file ?? [])];
  const preview = previewTools({ ...options, exclude }, textsByFile(texts));
  for (const { source, tools: own } of files) {
    const errorsHere = preview.diagnostics.filter(
      ({ file, severity }) => severity === 'error' && file === relative(source.fileName),
    );
    if (errorsHere.length === 0) continue;
    const lines = (texts.get(source) ?? '').split('\n');
    const starts = own.map(({ constant }) => lines.findIndex((one) => one.includes(`const ${constant} = `)));
    for (const { line = 0, code, message } of errorsHere) {
      const blamed = own[starts.findLastIndex((start) => start >= 0 && start < line)] ?? own[0];
      if (blamed === undefined) continue;
      const { call } = blamed.candidate.tool;
      refused.set(call, new NotMigrated(call, `codegen refuses it (${code}: ${message})`));
    }
  }
  return preview;
}

function textsByFile(texts: ReadonlyMap<ts.SourceFile, string>): Map<string, string> {
  return new Map([...texts].map(([source, text]) => [source.fileName, text]));
}

/**
 * Refuses the tools that do not compile, or first the schemas of their results. Returns the other errors, of code that uses the tools; undefined
 * if functions must state their types first.
 */
export function refuseByCompiler(
  { files, texts, refused, withoutOutput, isCircular }: WrittenFiles,
  { outFile, output }: ToolPreview,
  options: Options,
  { compiler, relative }: OpenProject,
): readonly Note[] | undefined {
  const changed = textsByFile(texts).set(slashed(outFile), output);
  const errors = findNewErrors(options, changed, compiler);
  if (!isCircular && errors.some(({ code }) => CIRCULAR.has(code))) return undefined;
  return errors.flatMap(({ source, line, statement, message }): Note[] => {
    const own = files.find((file) => file.source === source)?.tools ?? [];
    const names = new Set(statement && declaredNames(statement));
    const tool = own.find(({ constant }) => names.has(constant) || names.has(`${constant}Schema`));
    const text = `this does not compile any more: ${message}`;
    if (tool === undefined) return [{ file: relative(source.fileName), line, text }];
    const { schemas, tool: foreign } = tool.candidate;
    const reason = `its new function does not compile (${message})`;
    if (schemas.output !== undefined) withoutOutput.set(foreign.call, reason);
    else refused.set(foreign.call, new NotMigrated(foreign.call, reason));
    return [];
  });
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (!typescript.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map(({ name }) => name.getText());
}
