import { previewTools } from '@toolwright/codegen/edits';
import type { Located, ToolSpec } from '@toolwright/contract';
import type { ProjectOptions } from '@toolwright/program';
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
}

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
): readonly Located<ToolSpec>[] {
  if (texts.size === 0) return [];
  const changed = new Map([...texts].map(([source, text]) => [source.fileName, text]));
  // One file with a syntax error would leave codegen without tools.
  const exclude = [...(options.exclude ?? []), ...errors.flatMap(({ file }) => file ?? [])];
  const { tools, diagnostics } = previewTools({ ...options, exclude }, changed);
  for (const { source, tools: own } of files) {
    const errorsHere = diagnostics.filter(
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
  return tools;
}

/** Refuses the tools that do not compile. Returns the other errors, of code that uses the tools. */
export function refuseByCompiler(
  { files, texts, refused }: WrittenFiles,
  options: Options,
  { compiler, relative }: OpenProject,
): readonly Note[] {
  if (texts.size === 0) return [];
  const changed = new Map([...texts].map(([source, text]) => [source.fileName, text]));
  return findNewErrors(options, changed, compiler).flatMap(({ source, line, statement, message }): Note[] => {
    const own = files.find((file) => file.source === source)?.tools ?? [];
    const names = new Set(statement && declaredNames(statement));
    const tool = own.find(({ constant }) => names.has(constant) || names.has(`${constant}Schema`));
    const text = `this does not compile any more: ${message}`;
    if (tool === undefined) return [{ file: relative(source.fileName), line, text }];
    const { call } = tool.candidate.tool;
    refused.set(call, new NotMigrated(call, `its new function does not compile (${message})`));
    return [];
  });
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (!typescript.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map(({ name }) => name.getText());
}
